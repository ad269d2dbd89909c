import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fillPlaceholders, placeholdersOf } from './placeholders.js';

it('finds placeholders once each, and not those of other languages', () => {
  const body =
    'Go to {{region}} as {{ user-name }}; {{region}}. ${{ secrets.KEY }} ${{a}} {{{raw}}}';
  expect(placeholdersOf(body)).toEqual(['region', 'user-name']);
  expect(placeholdersOf('{{ .Values.x }} {{#if a}} {{1}} {{}} {{a b}} {{\na}}')).toEqual([]);
});

it('fills them with text, whatever it is, and once', () => {
  const values = new Map([
    ['a', '$& $1 {{b}}'],
    ['b', 'B'],
  ]);
  expect(fillPlaceholders('{{a}}|{{b}}|{{c}}', values)).toBe('$& $1 {{b}}|B|{{c}}');
});

const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/);
const prose = fc.string({ maxLength: 20 }).map((text) => text.replace(/[{}$]/g, ''));

it('keeps every other character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(prose, name), { maxLength: 8 }),
      fc.dictionary(name, fc.string({ unit: 'binary' })),
      (parts, dictionary) => {
        const values = new Map(Object.entries(dictionary));
        const body = parts.map(([text, key]) => `${text}{{${key}}}`).join('');
        const expected = parts.map(([text, key]) => text + (values.get(key) ?? `{{${key}}}`));
        expect(fillPlaceholders(body, values)).toBe(expected.join(''));
        expect(new Set(placeholdersOf(body))).toEqual(new Set(parts.map(([, key]) => key)));
      },
    ),
  );
});
