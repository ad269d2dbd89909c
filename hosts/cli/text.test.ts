import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOutHelp, wrapText } from './help-layout.js';
import { printable, printableJson, printableLine } from './printable.js';
import { similar } from './similar.js';

describe('printable', () => {
  it('keeps our colours and line breaks, and shows everything else that steers a terminal', () => {
    expect(printable('\u001b[31mred\u001b[39m\n\tx')).toBe('\u001b[31mred\u001b[39m\n\tx');
    expect(printable('\u001b[2Jx\u0007\u202ey\u009b\r')).toBe('\\u001b[2Jx\\u0007\\u202ey\\u009b\\u000d');
  });

  it('shows even colours where there are none of ours, and keeps a place on one line', () => {
    expect(printable('\u001b[31mred\u001b[39m', false)).toBe('\\u001b[31mred\\u001b[39m');
    expect(printableLine('rules/a\nok: all is well.md')).toBe('rules/a\\u000aok: all is well.md');
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

describe('help', () => {
  const rows = [
    { typed: '-p, --port', text: 'Port to listen on', facts: ['number', 'default: 80'] },
    { typed: '    --dev', text: '' },
  ];

  it('keeps texts in a column of their own', () => {
    const expected = 'Options:\n  -p, --port  Port to listen on\n              [number] [default:\n              80]\n      --dev';
    expect(layOutHelp([{ title: 'Options', rows }], 32)).toBe(expected);
  });

  it('puts texts under what is typed where a column would be too narrow', () => {
    const help = layOutHelp(['svc serve', '', { title: 'Options', rows: rows.slice(0, 1) }, { title: 'Examples', rows: [] }], 24);
    expect(help).toBe('svc serve\n\nOptions:\n  -p, --port\n      Port to listen on\n      [number] [default:\n      80]');
  });

  it('keeps the indentation of a paragraph', () => {
    expect(wrapText('one two\n  three four', 8)).toBe('one two\n  three\n  four');
  });

  it('loses no word and makes no line longer than its longest word needs', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({ min: 20, max: 80 }), (words, columns) => {
        const wrapped = wrapText(words.join(' '), columns);
        expect(wrapped.split(/\s+/).join(' ')).toBe(words.join(' '));
        for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
