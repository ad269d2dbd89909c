import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { DocumentNode } from './node.js';
import { LONGEST, readDocument, type Format } from './read-document.js';
import { plain, shown } from './testing/shown.js';

const FORMATS: readonly Format[] = ['json', 'toml', 'yaml'];

describe('a text without content', () => {
  const EMPTY: Readonly<Record<Format, readonly string[]>> = {
    json: ['', ' \n\t', '{}', 'null', '\r\n'],
    toml: ['', ' \n\t', '# only\n', '\r\n'],
    yaml: ['', ' \n ', '# only\n', '---\n', '~', 'null', '{}', '---\n...\n'],
  };
  it.each(FORMATS)('is an empty object in %s', async (format) => {
    for (const text of EMPTY[format])
      expect({ text, ...(await readDocument(text, format)) }).toMatchObject({
        root: { kind: 'object', members: [] },
        mistakes: [],
        usable: true,
      });
  });

  it('of comments in JSON is one too, apart from the comments', async () => {
    const read = await readDocument('// nothing\n', 'json');
    expect(read).toMatchObject({ root: { members: [] }, usable: true });
    expect(shown('// nothing\n', read)).toEqual(['1:1  JSON has no comments.']);
  });
});

describe('the root', () => {
  const OTHERS: readonly (readonly [Format, string, string])[] = [
    ['json', ' [1]', '1:2  The configuration has to be an object of fields, and this is a list.'],
    ['json', '"x"', '1:1  The configuration has to be an object of fields, and this is a text.'],
    ['json', '1', '1:1  The configuration has to be an object of fields, and this is a number.'],
    ['yaml', '- 1', '1:1  The configuration has to be an object of fields, and this is a list.'],
    ['yaml', 'hello', '1:1  The configuration has to be an object of fields, and this is a text.'],
    [
      'yaml',
      'true',
      '1:1  The configuration has to be an object of fields, and this is true or false.',
    ],
  ];
  it.each(OTHERS)('%s %j is refused', async (format, text, mistake) => {
    const read = await readDocument(text, format);
    expect(shown(text, read)).toEqual([mistake]);
    expect(read).toMatchObject({ root: undefined, usable: false });
  });
});

describe('limits', () => {
  const N = 10_000;
  const DEEP: readonly (readonly [string, Format, string])[] = [
    ['lists of JSON', 'json', `${'['.repeat(N)}${']'.repeat(N)}`],
    ['lists of JSON without an end', 'json', '['.repeat(N)],
    ['objects of JSON', 'json', `${'{"a":'.repeat(N)}1${'}'.repeat(N)}`],
    ['lists of TOML', 'toml', `a = ${'['.repeat(N)}${']'.repeat(N)}`],
    ['lists of TOML without an end', 'toml', `a = ${'['.repeat(N)}`],
    ['tables of TOML', 'toml', `a = ${'{b = '.repeat(N)}1${'}'.repeat(N)}`],
    ['dotted keys', 'toml', `${'a.'.repeat(N)}b = 1`],
    ['dotted keys in a table', 'toml', `a = {${'a.'.repeat(N)}b = 1}`],
    ['headers', 'toml', `[${'a.'.repeat(N)}b]`],
    ['flow lists', 'yaml', `${'['.repeat(N)}${']'.repeat(N)}`],
    ['flow objects', 'yaml', `${'{a: '.repeat(N)}1${'}'.repeat(N)}`],
    ['pairs in a flow list', 'yaml', `[${'a: '.repeat(N)}a]`],
    ['block lists', 'yaml', `${'- '.repeat(N)}a`],
    ['pairs in a line', 'yaml', `${'a: '.repeat(N)}a`],
    ['explicit keys', 'yaml', `${'? '.repeat(N)}a`],
    ['indents', 'yaml', Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
    [
      'lists without an indent of their own',
      'yaml',
      Array.from({ length: 150 }, (_, at) => `${'  '.repeat(at)}a:\n${'  '.repeat(at)}-\n`).join(
        '',
      ),
    ],
  ];
  it.each(DEEP)('%s too deep are one clear mistake', async (_, format, text) => {
    const read = await readDocument(text, format);
    expect(read.usable).toBe(false);
    expect(read.mistakes.map(({ message }) => message)).toEqual([
      'The file is nested too deeply: it has more than 100 levels.',
    ]);
  });

  it('90 levels are fine in each format', async () => {
    const lists = `${'['.repeat(90)}${']'.repeat(90)}`;
    for (const [format, text] of [
      ['json', `{"a":${lists}}`],
      ['toml', `a = ${lists}`],
      ['yaml', `a: ${lists}`],
    ] as const)
      expect((await readDocument(text, format)).mistakes).toEqual([]);
  });

  it('100,000 keys are refused by their length, before anything parses them', async () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}:`).join('\n');
    const read = await readDocument(keys, 'yaml');
    expect(shown(keys, read)).toEqual(['1:1  The configuration has more than 256 KB.']);
    expect(read.usable).toBe(false);
  });

  it('as many keys as fit are read', async () => {
    const lines = Array.from({ length: 25_000 }, (_, at) => `k${at}:`).join('\n');
    expect(lines.length).toBeLessThan(LONGEST);
    const { root, mistakes } = await readDocument(lines, 'yaml');
    expect(mistakes).toEqual([]);
    expect(root?.kind === 'object' && root.members.length).toBe(25_000);
  });

  it('an object of many members in one line is not deep', async () => {
    const members = Array.from({ length: 500 }, (_, at) => [`k${at}`, { x: [at] }] as const);
    const text = JSON.stringify(Object.fromEntries(members));
    expect((await readDocument(text, 'yaml')).mistakes).toEqual([]);
  });

  it('a text of nothing but mistakes reports a hundred', async () => {
    for (const [format, text] of [
      ['json', `{${'/**/'.repeat(60_000)}}`],
      ['toml', '"\n'.repeat(100_000)],
      ['yaml', `a: "${'\\q'.repeat(60_000)}"`],
    ] as const)
      expect((await readDocument(text, format)).mistakes).toHaveLength(100);
  });
});

describe('keys', () => {
  it.each([
    ['json', '{"__proto__": {"x": 1}, "constructor": 2}'],
    ['toml', '"__proto__".x = 1\nconstructor = 2'],
    ['yaml', '__proto__: {x: 1}\nconstructor: 2'],
  ] as const)('of objects themselves are ordinary ones in %s', async (format, text) => {
    const { root, mistakes } = await readDocument(text, format);
    expect(mistakes).toEqual([]);
    expect(root?.kind === 'object' && root.members.map(({ key }) => key)).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

describe('properties', () => {
  const key = fc.string().filter((text) => text !== '<<');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n + 0),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const object = fc.dictionary(key, value, { maxKeys: 5 });

  it('JSON reads back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(object, fc.integer({ min: 0, max: 3 }), async (written, indent) => {
        const text = JSON.stringify(written, undefined, indent);
        const { root, mistakes, usable } = await readDocument(text, 'json');
        expect(mistakes).toEqual([]);
        expect(usable).toBe(true);
        expect(JSON.stringify(plain(root))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 300 },
    );
  });

  it('YAML reads back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(object, async (written) => {
        const json = JSON.parse(JSON.stringify(written)) as unknown;
        const { root, mistakes } = await readDocument(stringify(json), 'yaml');
        expect(mistakes).toEqual([]);
        expect(JSON.stringify(plain(root))).toBe(JSON.stringify(json));
      }),
      { numRuns: 200 },
    );
  });

  it('every value of JSON is the text between its offsets', async () => {
    await fc.assert(
      fc.asyncProperty(object, async (written) => {
        const text = JSON.stringify(written, undefined, 2);
        const { root } = await readDocument(text, 'json');
        checkRanges(root, text);
      }),
      { numRuns: 200 },
    );
  });

  it('every value of YAML is the text between its offsets', async () => {
    await fc.assert(
      fc.asyncProperty(object, async (written) => {
        const text = JSON.stringify(written, undefined, 1);
        checkRanges((await readDocument(text, 'yaml')).root, text);
      }),
      { numRuns: 200 },
    );
  });

  it('no text makes it throw, and its mistakes are in the text', async () => {
    const signs = fc.constantFrom(
      ...'{}[]:,"\'#=-&*!|>?%@`\\\n\t \r.0aé\u{feff}\u{0}/'.split(''),
      '{{',
      '}}',
      '"""',
    );
    const text = fc.array(signs, { maxLength: 60 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...FORMATS), async (written, format) => {
        const { mistakes, usable, root } = await readDocument(written, format);
        if (!usable) expect(mistakes).not.toEqual([]);
        if (usable) expect(root?.kind).toBe('object');
        for (const { at, message, hint } of mistakes) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(written.length);
          expect(message).toMatch(/^[A-Z"'\p{L}].*\.$/su);
          expect(hint).toMatch(/\.$/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

function checkRanges(node: DocumentNode | undefined, text: string): void {
  if (node === undefined) return;
  expect(JSON.parse(text.slice(node.from, node.to))).toEqual(
    JSON.parse(JSON.stringify(plain(node))),
  );
  const below =
    node.kind === 'object'
      ? node.members.map(({ value }) => value)
      : node.kind === 'list'
        ? node.items
        : [];
  for (const one of below) checkRanges(one, text);
  if (node.kind === 'object')
    for (const { key, from } of node.members)
      expect(text.slice(from)).toMatch(
        new RegExp(`^${JSON.stringify(key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
      );
}
