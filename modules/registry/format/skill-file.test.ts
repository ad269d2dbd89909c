import { describe, expect, it } from '@jest/globals';
import { checkPlugin } from './check-plugin.js';
import { pluginFiles } from './testing/plugin-files.js';

const check = (text: string, more: Readonly<Record<string, string>> = {}) =>
  checkPlugin({ files: pluginFiles({ 'skills/greet/SKILL.md': text, ...more }) });
const good = 'name: greet\ndescription: Use when greeting.';
const front = (yaml: string): string => `---\n${yaml}\n---\nSay hello.\n`;

describe('SKILL.md', () => {
  it.each([
    ['a byte order mark', `\uFEFF${front(good)}`],
    ['CRLF', front(good).replaceAll('\n', '\r\n')],
    ['CR', front(good).replaceAll('\n', '\r')],
    ['blanks after the dashes', front(good).replaceAll('---', '--- ')],
    ['own keys', front(`${good}\nmodel: large\nx-own: [1, {a: b}]`)],
    ['a folded description', front('name: greet\ndescription: >\n  Use when\n  greeting.')],
    ['dashes in the body', `${front(good)}\n---\nname: other\n---\n`],
  ])('is read with %s', (_, text) => {
    const { contents, errors } = check(text);
    expect(errors).toEqual([]);
    expect(contents?.skills[0]).toMatchObject({
      name: 'greet',
      path: 'skills/greet',
      description: expect.stringContaining('Use when') as unknown,
    });
  });

  const deep = `x: ${'['.repeat(40)}${']'.repeat(40)}`;
  it.each<readonly [what: string, text: string, at: readonly [line: number, message: RegExp]]>([
    ['no front matter', '# Greet\n', [1, /must start with front matter/]],
    ['front matter without end', '---\nname: greet\n', [1, /does not end/]],
    ['no name', front('description: x'), [1, /lacks "name"/]],
    ['no description', front('name: greet'), [1, /lacks "description"/]],
    ['an empty description', front('name: greet\ndescription:'), [3, /empty "description"/]],
    ['a number as name', front('name: 12\ndescription: x'), [2, /"name" must be text/]],
    [
      'a list as description',
      front('name: greet\ndescription: [a]'),
      [3, /"description" must be text/],
    ],
    ['capitals', front('name: Greet\ndescription: x'), [2, /lower-case/]],
    ['a long name', front(`name: ${'a'.repeat(65)}\ndescription: x`), [2, /65 characters/]],
    [
      'a long description',
      front(`name: greet\ndescription: ${'a'.repeat(1025)}`),
      [3, /1025 characters/],
    ],
    ['a key twice', front(`${good}\nname: other`), [4, /"name" occurs twice/]],
    ['a nested key twice', front(`${good}\nmetadata: {a: 1, a: 2}`), [4, /"a" occurs twice/]],
    ['an anchor', front(`${good}\na: &x 1`), [4, /Anchors and aliases/]],
    ['an alias', front(`${good}\na: &x [1]\nb: *x`), [4, /Anchors and aliases/]],
    ['a tag', front(`${good}\na: !!js/function "x"`), [4, /tag/i]],
    ['a binary tag', front(`${good}\na: !!binary aGk=`), [4, /tag/i]],
    ['a complex key', front(`${good}\n? [a]\n: b`), [4, /Keys must be plain/]],
    ['tabs', front(`${good}\nmetadata:\n\ta: b`), [5, /cannot be read/]],
    ['a list', front('- a'), [2, /must be a mapping/]],
    ['too deep', front(`${good}\n${deep}`), [4, /nests deeper/]],
    ['too much', front(`${good}\nx: ${'a'.repeat(70_000)}`), [1, /at most 65536/]],
  ])('is refused with %s', (_, text, [line, message]) => {
    const { contents, errors } = check(text);
    expect(contents).toBeUndefined();
    expect(errors[0]).toMatchObject({
      file: 'skills/greet/SKILL.md',
      line,
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('is refused when it is not UTF-8', () => {
    const files = [
      ...pluginFiles({}),
      { path: 'skills/greet/SKILL.md', executable: false, content: Buffer.from([0x2d, 0xff]) },
    ];
    expect(checkPlugin({ files }).errors).toMatchObject([
      { message: 'The file is not UTF-8 text.' },
    ]);
  });

  it('is read with an unquoted colon, and warned about with its line', () => {
    const { contents, warnings } = check(
      front('name: greet\ndescription: Use when: greeting # people'),
    );
    expect(contents?.skills[0]?.description).toBe('Use when: greeting # people');
    expect(warnings).toMatchObject([
      {
        line: 3,
        field: 'description',
        message: expect.stringContaining('holds a colon') as unknown,
      },
    ]);
  });

  it('is warned about for its folder, its markup, its length and likely typing errors', () => {
    const { errors, warnings } = check(
      `---\nname: salute\ndescription: Use <tag> things.\nlicence: MIT\n---\n${'x\n'.repeat(501)}`,
    );
    expect(errors).toEqual([]);
    expect(warnings.map(({ line, field }) => [line, field])).toEqual([
      [2, 'name'],
      [3, 'description'],
      [4, 'licence'],
      [1, 'body'],
    ]);
  });

  it('may not exist twice under one name', () => {
    expect(check(front(good), { 'skills/other/SKILL.md': front(good) }).errors).toMatchObject([
      { message: 'The skill "greet" exists twice: in "skills/greet" and "skills/other".' },
    ]);
  });

  it('keeps the parser quick with as many keys as fit', () => {
    const keys = Array.from({ length: 7000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(check(front(`${good}\n${keys}`)).errors).toEqual([]);
  });

  it('never reaches a prototype', () => {
    check(front(`${good}\n__proto__: {polluted: 1}\nschemas: {__proto__: {polluted: 1}}`));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('schemas', () => {
  const slots = (yaml: string, more: Readonly<Record<string, string>> = {}) =>
    check(front(`${good}\nschemas:\n  ${yaml}`), more).errors;

  it.each([
    ['inputs: {type: object, properties: {a: {type: string}}, required: [a]}', {}],
    ['output: {type: object}', {}],
    ['inputs: {$ref: ./in.json}', { 'skills/greet/in.json': '{"type": "object"}' }],
    ['output: {$ref: ./deep/../out.json}', { 'skills/greet/out.json': '{}' }],
    ['inputs: {$ref: "https://schemas.example/in.json"}', {}],
  ])('accept %s', (yaml, more) => {
    expect(slots(yaml, more)).toEqual([]);
  });

  it.each<{ yaml: string; message: RegExp; content?: string }>([
    { yaml: 'outputs: {type: object}', message: /did you mean "output"/ },
    { yaml: 'inputs: text', message: /must be a JSON Schema/ },
    { yaml: 'inputs: {type: [1]}', message: /"type"/ },
    { yaml: 'inputs: {required: a}', message: /"required"/ },
    { yaml: 'inputs: {properties: []}', message: /"properties"/ },
    { yaml: 'inputs: {$ref: ./in.json, type: object}', message: /must stand alone/ },
    { yaml: 'inputs: {$ref: ""}', message: /non-empty/ },
    { yaml: 'inputs: {$ref: in.json}', message: /must start with/ },
    { yaml: 'inputs: {$ref: "#/definitions/a"}', message: /must start with/ },
    { yaml: 'inputs: {$ref: "http://schemas.example/a"}', message: /must start with/ },
    { yaml: 'inputs: {$ref: ../other/in.json}', message: /leaves the skill/ },
    { yaml: 'inputs: {$ref: ./../../x.json}', message: /leaves the skill/ },
    { yaml: 'inputs: {$ref: ./gone.json}', message: /not part of the plugin/ },
    { yaml: 'inputs: {$ref: ./in.json}', message: /must be a JSON Schema object/, content: '[1]' },
    { yaml: 'inputs: {$ref: ./in.json}', message: /must be a JSON Schema object/, content: '{' },
    { yaml: 'inputs: {$ref: "https://user:pw@schemas.example/a"}', message: /credentials/ },
    { yaml: 'inputs: {$ref: "https://localhost/a"}', message: /public host/ },
    { yaml: 'inputs: {$ref: "https://127.0.0.1/a"}', message: /public host/ },
    { yaml: 'inputs: {$ref: "https://0x7f000001/a"}', message: /public host/ },
    { yaml: 'inputs: {$ref: "https://[::1]/a"}', message: /public host/ },
    { yaml: 'inputs: {$ref: "https://"}', message: /not a valid address/ },
  ])('refuse $yaml', ({ yaml, message, content }) => {
    const more: Record<string, string> =
      content === undefined ? {} : { 'skills/greet/in.json': content };
    expect(slots(yaml, more)).toMatchObject([
      {
        file: 'skills/greet/SKILL.md',
        line: 4,
        message: expect.stringMatching(message) as unknown,
      },
    ]);
  });
});
