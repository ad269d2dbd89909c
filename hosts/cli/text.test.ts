import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable, printableJson } from './printable.js';
import { similar } from './similar.js';
import { wrapHelp } from './wrap-help.js';

describe('printable', () => {
  it('keeps our colours and line breaks, and shows everything else that steers a terminal', () => {
    expect(printable('\u001b[31mred\u001b[39m\n\tx')).toBe('\u001b[31mred\u001b[39m\n\tx');
    expect(printable('\u001b[2Jx\u0007\u202ey\u009b\r')).toBe('\\u001b[2Jx\\u0007\\u202ey\\u009b\\u000d');
  });

  it('leaves JSON the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printableJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(printableJson({ a: '\u009b\u202e' })).toBe('{\n  "a": "\\u009b\\u202e"\n}');
  });
});

describe('similar', () => {
  it('finds the word that was probably meant', () => {
    expect(similar('instal', ['install', 'uninstall', 'init'])).toBe('install');
    expect(similar('pubilsh', ['publish', 'pack'])).toBe('publish');
    expect(similar('weather', ['install', 'publish'])).toBeUndefined();
    expect(similar('x', [])).toBeUndefined();
  });
});

describe('wrapHelp', () => {
  it('breaks between words and keeps the column', () => {
    expect(wrapHelp('  --port  Port to listen on', 24)).toBe('  --port  Port to listen\n          on');
  });

  it('loses no word and makes no line longer than its longest word needs', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({ min: 20, max: 80 }), (words, columns) => {
        const wrapped = wrapHelp(words.join(' '), columns);
        expect(wrapped.split(/\s+/).join(' ')).toBe(words.join(' '));
        for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
