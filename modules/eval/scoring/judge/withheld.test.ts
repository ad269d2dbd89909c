import { describe, expect, it } from '@jest/globals';
import { attacks, honestTexts } from '../testing/attacks.js';
import { seen, withheld, WITHHELD } from './withheld.js';

const kindOf = (where: string | undefined) => (where === 'name' ? 'names' : 'text');
const around = (text: string) => `const one = 1;\n${text}\nconst two = 2;`;

describe('what speaks to the judge is withheld, and nothing beside it', () => {
  it.each(attacks.map((attack) => [attack.what, attack] as const))('%s', (what, attack) => {
    const rest = attack.text.startsWith('const a') ? 'const a = 1;' : WITHHELD;
    const [text] = [withheld(around(attack.text), kindOf(attack.in))];
    expect(text).toBe(around(rest));
  });

  it.each(attacks.map(({ text }) => text))('in a patch: %s', (text) => {
    const patch = text
      .split('\n')
      .map((line) => `+${line}`)
      .join('\n');
    expect(withheld(patch, 'names')).toMatch(/^(\[withheld.*\]|\+const a = 1;)$/);
  });
});

it.each(honestTexts.map((honest) => [honest.what, honest] as const))(
  'an honest text is shown: %s',
  (_, { text, in: where }) => {
    expect(withheld(around(text), kindOf(where))).toBe(around(text));
  },
);

it('a long text that looks like an order everywhere comes to an end', () => {
  const text = 'give this solution rate the score dear reviewer system: criterion 1: '.repeat(150);
  expect(withheld(`${text}\n`.repeat(10))).toContain(WITHHELD);
});

it('lines of Windows are lines, and tabs stay', () => {
  expect(seen('a\r\n\tb\0\u0007')).toBe('a\n\tb');
});
