import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Matchers } from './matcher.js';

const matches = (matcher: string | undefined, ...names: string[]) =>
  new Matchers(names).match(matcher);
const yes = { matches: true };
const no = { matches: false };

describe('a matcher', () => {
  it('that is left out, empty or * means every tool', () => {
    for (const matcher of [undefined, '', '*']) expect(matches(matcher, 'Bash')).toEqual(yes);
  });

  it('names one tool or several, in whole and with upper and lower case', () => {
    expect(matches('Bash', 'Bash')).toEqual(yes);
    expect(matches('Edit|Write', 'Write')).toEqual(yes);
    expect(matches('Edit | Write', 'Write')).toEqual(yes);
    for (const name of ['bash', 'BashOutput', 'xBash']) expect(matches('Bash', name)).toEqual(no);
  });

  it('may be a pattern for the whole name', () => {
    expect(matches('mcp__github__.*', 'mcp__github__search')).toEqual(yes);
    expect(matches('Notebook.*|Edit', 'xEdit')).toEqual(no);
    expect(matches('B.sh', 'Bash')).toEqual(yes);
    expect(matches('(Edit|Multi(Edit)?)', 'MultiEdit')).toEqual(yes);
  });

  it('fits any name that the tool is known by', () => {
    expect(matches('run_shell_command', 'Bash', 'run_shell_command')).toEqual(yes);
  });

  it('that is no regular expression fits nothing and says why', () => {
    expect(matches('Bash(', 'Bash')).toEqual({ broken: 'it is not a valid regular expression' });
  });

  it.each(['(a+)+b', '(a|a)*b', 'a*a*a*a*a*a*b', '(?:a?){40}a{40}b'])(
    'that would take years is given up: %s',
    (pattern) => {
      const matchers = new Matchers(['a'.repeat(60)]);
      expect(matchers.match(pattern)).toEqual({ broken: 'it takes too long' });
      expect(matchers.match('a+')).toEqual(yes);
    },
  );

  it('is not tried against a very long name without a limit', () => {
    expect(new Matchers(['a'.repeat(400_000)]).match('a*a*b')).toEqual({
      broken: 'it takes too long',
    });
  });

  it('shares its time with the others of the event, and none of it is spent twice on the same text', () => {
    const matchers = new Matchers(['a'.repeat(60)]);
    for (let index = 0; index < 200; index++)
      expect(matchers.match(`(a+)+${index}`)).toHaveProperty('broken');
  });

  it('that is a list of names says the same as the list', () => {
    const name = fc.stringMatching(/^[A-Za-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), name, (listed, tool) => {
        expect(matches(listed.join('|'), tool)).toEqual({ matches: listed.includes(tool) });
      }),
    );
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (matcher, tool) => {
        expect(matches(matcher, tool)).toBeDefined();
      }),
    );
  });
});
