import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonDocument } from './json-document.js';
import { removeMember, setMember } from './json-edit.js';

const servers = ['mcpServers', 'svc'];
const entry = { type: 'stdio', command: 'svc', args: ['mcp', 'start'] };
const add = (text: string, path = servers, value: unknown = entry): string =>
  setMember(JsonDocument.parse('f.json', text), path, value).text;
const remove = (text: string, path = servers): string =>
  removeMember(JsonDocument.parse('f.json', text), path).text;

describe('edits of JSON files that people wrote', () => {
  it('keeps every byte outside a replaced value', () => {
    const text = '{\n  // mine\n  "version": "1.0.0", // pinned\n  "x": {"a":1,}\n}';
    const document = JsonDocument.parse('f.json', text, 'jsonc');
    expect(setMember(document, ['version'], '1.0.1').text).toBe(text.replace('1.0.0', '1.0.1'));
  });

  it('makes the objects on the way', () => {
    expect(add('{}\n')).toBe(`${JSON.stringify({ mcpServers: { svc: entry } }, null, 2)}\n`);
  });

  it('writes new entries in the style of the file', () => {
    expect(
      add('{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n', ['mcpServers', 'b'], { c: 1 }),
    ).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"b": {\r\n\t\t\t"c": 1\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  it.each([
    ['empty', '', 'is empty'],
    ['byte order mark', '\uFEFF{}', 'begins with a byte order mark'],
    ['comment only', '// nothing\n', 'comments are not allowed'],
    ['comment', '{} /* mine */', 'comments are not allowed'],
    ['trailing comma', '{"a": 1,}', 'a comma after the last entry'],
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
    expect(issues[0]).toMatchObject({
      file: 'f.json',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it('never makes an unsound text from a sound one', () => {
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 3 }),
        fc.constantFrom(undefined, 2, '\t'),
        (object, indent) => {
          const text = JSON.stringify({ mcpServers: object, rest: 1 }, null, indent);
          const added = add(text, ['mcpServers', 'svc\u0000x']);
          expect(remove(added, ['mcpServers', 'svc\u0000x'])).toBe(text);
        },
      ),
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
