import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editJson, removeMember, setMember } from './json-edit.js';
import { JsonDocument } from './json-document.js';

const servers = ['mcpServers', 'svc'];
const entry = { type: 'stdio', command: 'svc', args: ['mcp', 'start'] };
const add = (text: string, path = servers, value: unknown = entry): string => editJson('f.json', text, (d) => setMember(d, path, value));
const remove = (text: string, path = servers): string => editJson('f.json', text, (d) => removeMember(d, path));

/** Texts whose `mcpServers` is an object, in every style people write. */
const corpus: Record<string, string> = {
  minified: '{"mcpServers":{"a":{"command":"x"}}}',
  'minified, empty': '{"mcpServers":{}}',
  'two spaces': '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n',
  'four spaces, no final newline': '{\n    "mcpServers": {\n        "a": {\n            "command": "x"\n        }\n    }\n}',
  tabs: '{\n\t"mcpServers": {\n\t\t"a": {"command": "x"}\n\t}\n}\n',
  crlf: '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
  'byte order mark': '\uFEFF{\n  "mcpServers": {}\n}\n',
  'byte order mark and crlf': '\uFEFF{\r\n  "mcpServers": {\r\n    "a": {} // one\r\n  }\r\n}\r\n',
  'trailing comma': '{\n  "mcpServers": {\n    "a": { "command": "x", },\n  },\n}\n',
  'trailing comma inline': '{ "mcpServers": { "a": 1, }, }',
  'comment above': '{\n  // servers\n  "mcpServers": {\n    // first\n    "a": {}\n  }\n}\n',
  'comment behind': '{\n  "mcpServers": {\n    "a": {} // the first\n  }\n}\n',
  'comment behind a trailing comma': '{\n  "mcpServers": {\n    "a": {}, // the first\n  }\n}\n',
  'block comment behind': '{\n  "mcpServers": {\n    "a": {} /* one */ /* two */\n  }\n}\n',
  'comment on the next line': '{\n  "mcpServers": {\n    "a": {}\n    // nothing more\n  }\n}\n',
  'comment only': '{\n  "mcpServers": {\n    // nothing yet\n  }\n}\n',
  'comment only, inline': '{ "mcpServers": { /* nothing yet */ } }',
  'comment on the brace': '{\n  "mcpServers": { // nothing yet\n  }\n}\n',
  'space inside': '{ "mcpServers": { } }',
  'line break inside': '{\n  "mcpServers": {\n  }\n}\n',
  'blank lines inside': '{\n  "mcpServers": {\n\n\n  }\n}\n',
  'comma first': '{ "mcpServers": { "a": 1\n, "b": 2\n}\n}',
  'comma behind a comment': '{\n  "mcpServers": {\n    "a": 1 // why\n    ,\n    "b": 2\n  }\n}\n',
  'line comment after inline entries': '{\n  "mcpServers": { "a": 1 // why\n  }\n}\n',
  'several lines of comment': '{\n  "mcpServers": {\n    "a": 1 /* long\n    comment */\n  }\n}\n',
  'other keys around': '{\n  "x": [1, 2],\n  "mcpServers": {\n    "b": {},\n    "a": {}\n  },\n  "y": { "z" : null }\n}\n',
  'odd spacing': '{"mcpServers"  :{ "a" :1  }  , "x":   2}',
  'escaped keys': '{\n  "mcpServers": {\n    "a\\u0062\\"": "// no comment, {"\n  }\n}\n',
  'old mac line ends in strings': '{"mcpServers":{"a":"\\r"}}',
};

describe('edits of JSON files that people wrote', () => {
  it.each(Object.entries(corpus))('adds and removes an entry: %s', (_name, text) => {
    const added = add(text);
    expect(JsonDocument.parse('f.json', added).get(servers)).toEqual(entry);
    expect(remove(added)).toBe(text);
  });

  it.each(Object.entries(corpus))('returns to the same bytes after random additions and removals: %s', (_name, text) => {
    const keys = ['svc', 'svc/two', 'third', '__proto__'];
    const step = fc.record({ key: fc.constantFrom(...keys), value: fc.constantFrom<unknown>(entry, 1, 'x', [], {}), set: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = text;
        for (const { key, value, set } of steps) now = set ? add(now, ['mcpServers', key], value) : remove(now, ['mcpServers', key]);
        for (const key of keys) now = remove(now, ['mcpServers', key]);
        expect(now).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps every byte outside a replaced value', () => {
    const text = '{\n  // mine\n  "version": "1.0.0", // pinned\n  "x": {"a":1,}\n}';
    expect(add(text, ['version'], '1.0.1')).toBe(text.replace('1.0.0', '1.0.1'));
  });

  it('makes the objects on the way', () => {
    expect(add('{}\n')).toBe(`${JSON.stringify({ mcpServers: { svc: entry } }, null, 2)}\n`);
  });

  it('writes new entries in the style of the file', () => {
    expect(add('{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n', ['mcpServers', 'b'], { c: 1 })).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"b": {\r\n\t\t\t"c": 1\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  it.each([
    ['empty', '', 'is empty'],
    ['comment only', '// nothing\n', 'value expected'],
    ['truncated', '{"mcpServers": {"a": 1', 'close brace expected'],
    ['missing value', '{"b": ,}', 'value expected'],
    ['root array', '[1]', 'not an array'],
    ['root string', '"x"', 'not a string'],
    ['too deep', '['.repeat(100_000), 'nested too deeply'],
    ['doubled key', '{"mcpServers": {"a": 1, "a": 2}}', 'is there twice'],
    ['merge conflict', '{\n<<<<<<< HEAD\n  "a": 1\n}\n', 'is not valid JSON'],
    ['not an object on the way', '{"mcpServers": 7}', 'must be an object'],
  ])('refuses to edit: %s', (_name, text, message) => {
    expect(() => add(text)).toThrow(expect.objectContaining({ code: 'project_file_invalid' }));
    const issues = issuesOf(() => add(text));
    expect(issues.map((issue) => issue.message).join('; ')).toContain(message);
    expect(issues[0]).toMatchObject({ file: 'f.json', line: expect.any(Number) });
  });

  it('never makes an unsound text from a sound one', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.constantFrom(undefined, 2, '\t'), (object, indent) => {
        const text = JSON.stringify({ mcpServers: object, rest: 1 }, null, indent);
        const added = add(text, ['mcpServers', 'svc\u0000x']);
        expect(remove(added, ['mcpServers', 'svc\u0000x'])).toBe(text);
      }),
    );
  });
});

function issuesOf(run: () => unknown): readonly { message: string; line?: number }[] {
  try {
    run();
  } catch (error) {
    return (error as { issues: { message: string; line?: number }[] }).issues;
  }
  throw new Error('expected a refusal');
}
