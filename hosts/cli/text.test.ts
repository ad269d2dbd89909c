import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOutHelp } from './help-layout.js';
import { printable, printableJson, printableLine } from './printable.js';
import { similar } from './similar.js';
import { textStyle } from './text-style.js';
import { cutText, textTable, widthOf, wrapText } from './text-layout.js';

describe('printable', () => {
  it('keeps our colours and line breaks, and shows everything else that steers a terminal', () => {
    expect(printable('\u001b[31mred\u001b[39m\n\tx')).toBe('\u001b[31mred\u001b[39m\n\tx');
    expect(printable('\u001b[2Jx\u0007\u202ey\u009b\r')).toBe(
      '\\u001b[2Jx\\u0007\\u202ey\\u009b\\u000d',
    );
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

describe('text for people', () => {
  it('keeps a command whole where it fits on a line, and breaks it between words where it does not', () => {
    const hint = 'hint: Run `svc plugin publish --public` in the folder.';
    expect(wrapText(hint, 40).split('\n')).toEqual([
      'hint: Run `svc plugin publish --public`',
      'in the folder.',
    ]);
    expect(wrapText(hint, 34).split('\n')).toEqual([
      'hint: Run',
      '`svc plugin publish --public` in',
      'the folder.',
    ]);
    expect(wrapText(hint, 20).split('\n')).toEqual([
      'hint: Run `svc',
      'plugin publish',
      '--public` in the',
      'folder.',
    ]);
  });

  it('counts wide characters as two columns and colours as none', () => {
    expect([
      widthOf('日本語'),
      widthOf('👩‍💻'),
      widthOf('\u001b[31mred\u001b[39m'),
      widthOf('e\u0301'),
    ]).toEqual([6, 2, 3, 1]);
    expect(wrapText('日本 日本 日本', 10)).toBe('日本 日本\n日本');
    expect(wrapText('\u001b[31merror:\u001b[39m a file', 13)).toBe(
      '\u001b[31merror:\u001b[39m a file',
    );
  });

  it('is cut where it has to stay on one row', () => {
    expect([cutText('as it is', 8), cutText('too long', 7), cutText('日本語', 5)]).toEqual([
      'as it is',
      'too lo…',
      '日本…',
    ]);
  });

  it('leaves a line alone that fits, with the blanks in it', () => {
    expect(wrapText('a    b\n      c', 20)).toBe('a    b\n      c');
  });

  it('has one form for sizes, days and times', () => {
    const style = textStyle({ reader: 'person', colours: false, width: 80, limit: 80 });
    expect([999, 1234, 999_950].map((bytes) => style.size(bytes))).toEqual([
      '999 B',
      '1.2 kB',
      '1.0 MB',
    ]);
    expect([style.day('2026-01-31T09:05:07.123Z'), style.time('2026-01-31T09:05:07.123Z')]).toEqual(
      ['2026-01-31', '2026-01-31 09:05:07 UTC'],
    );
  });
});

describe('a table', () => {
  const rows = [
    ['日本', 'reviews what you write', '1'],
    ['plain', 'short', '22'],
  ];

  it('aligns by what characters take', () => {
    expect(textTable(['NAME', 'WHAT', 'N'], rows, Infinity).split('\n')).toEqual([
      'NAME   WHAT                    N',
      '日本   reviews what you write  1',
      'plain  short                   22',
    ]);
  });

  it('breaks the longest cells between words', () => {
    expect(textTable(['NAME', 'WHAT', 'N'], rows, 23).split('\n')).toEqual([
      'NAME   WHAT          N',
      '日本   reviews what  1',
      '       you write',
      'plain  short         22',
    ]);
  });

  it('becomes a list of records where the columns have no room beside each other', () => {
    expect(textTable(['NAME', '', 'N'], rows.slice(0, 1), 10)).toBe(
      'NAME 日本\nreviews what you write\nN 1',
    );
  });

  it('keeps within its columns, and loses no word', () => {
    const cell = fc
      .array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 6 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
        fc.integer({ min: 20, max: 90 }),
        (cells, columns) => {
          const lines = wrapText(textTable(['A', 'B', 'C'], cells, columns), columns).split('\n');
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
          const words = (text: string): string[] => text.match(/[a-z]+/g)?.sort() ?? [];
          expect(words(lines.join(' '))).toEqual(words(cells.flat().join(' ')));
        },
      ),
    );
  });
});

describe('similar', () => {
  it('finds the word that was probably meant', () => {
    expect(similar('instal', ['install', 'uninstall', 'init'])).toBe('install');
    expect(similar('pubilsh', ['publish', 'pack'])).toBe('publish');
    expect(similar('weather', ['install', 'publish'])).toBeUndefined();
    expect(similar('x', [])).toBeUndefined();
    expect(similar('lst', ['i', 'init', 'list'])).toBe('list');
  });
});

describe('help', () => {
  const rows = [
    { typed: '-p, --port', text: 'Port to listen on', facts: ['number', 'default: 80'] },
    { typed: '    --dev', text: '' },
  ];

  it('keeps texts in a column of their own', () => {
    const expected =
      'Options:\n  -p, --port  Port to listen on\n              [number] [default:\n              80]\n      --dev';
    expect(layOutHelp([{ title: 'Options', rows }], 32)).toBe(expected);
  });

  it('puts texts under what is typed where a column would be too narrow', () => {
    const help = layOutHelp(
      [
        'svc serve',
        '',
        { title: 'Options', rows: rows.slice(0, 1) },
        { title: 'Examples', rows: [] },
      ],
      24,
    );
    expect(help).toBe(
      'svc serve\n\nOptions:\n  -p, --port\n      Port to listen on\n      [number] [default:\n      80]',
    );
  });

  it('keeps the indentation of a paragraph', () => {
    expect(wrapText('one two\n  three four', 8)).toBe('one two\n  three\n  four');
  });

  it('loses no word and makes no line longer than its longest word needs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/)),
        fc.integer({ min: 20, max: 80 }),
        (words, columns) => {
          const wrapped = wrapText(words.join(' '), columns);
          expect(wrapped.split(/\s+/).join(' ')).toBe(words.join(' '));
          for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
