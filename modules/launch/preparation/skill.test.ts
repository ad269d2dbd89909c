import { describe, expect, it } from '@jest/globals';
import { MemoryPluginFormat } from '../../registry/format/plugin-format.js';
import { readSkill } from './skill.js';

const read = (text: string, path = 'skills/greet/SKILL.md') =>
  readSkill({ path, content: Buffer.from(text) }, new MemoryPluginFormat());

const withSchemas = (yaml: string) =>
  read(`---\nname: greet\nschemas: ${yaml}\n---\nGreet {{who}}.`);

it('reads name, body and folder', async () => {
  expect(await read('---\r\nname: greet\r\ndescription: Greets.\r\n---\r\nHello\r\n')).toEqual({
    name: 'greet',
    body: 'Hello\n',
    folder: 'skills/greet',
    slots: new Map(),
  });
  expect(await read('---\ndescription: Greets.\n---\nHello')).toMatchObject({ name: 'greet' });
});

it('reads the slots independently of each other', async () => {
  const { slots } = await withSchemas('{output: {$ref: "https://schemas.example/out.json"}}');
  expect([...slots]).toMatchObject([['output', { kind: 'remote' }]]);
  const both = await withSchemas('{inputs: {type: object}, output: {$ref: ./out.json}}');
  expect([...both.slots]).toMatchObject([
    ['inputs', { kind: 'inline', schema: { type: 'object' } }],
    ['output', { kind: 'local', reference: './out.json' }],
  ]);
});

describe('a slot that is not as specified', () => {
  it.each([
    ['[]', 'inputs', /must be a mapping/],
    ['', 'inputs', /must be a mapping/],
    ['{outputs: {}}', 'outputs', /not a slot/],
    ['{inputs: true}', 'inputs', /must be a JSON Schema/],
    ['{inputs: {$ref: ""}}', 'inputs', /non-empty/],
    ['{output: {$ref: 7}}', 'output', /non-empty/],
    ['{output: {$ref: ./a.json, type: object}}', 'output', /must stand alone/],
    ['{output: {$ref: a.json}}', 'output', /must start with/],
    ['{output: {$ref: /a.json}}', 'output', /must start with/],
    ['{output: {$ref: "#/$defs/a"}}', 'output', /must start with/],
    ['{output: {$ref: "http://schemas.example/a"}}', 'output', /must start with/],
    ['{output: {$ref: "file:///etc/passwd"}}', 'output', /must start with/],
    ['{output: {$ref: "https://ann:pw@schemas.example/a"}}', 'output', /credentials/],
    ['{output: {$ref: "https://"}}', 'output', /not a valid address/],
  ])('%s', async (yaml, slot, message) => {
    await expect(withSchemas(yaml)).rejects.toMatchObject({
      code: 'schema_unresolved',
      message: expect.stringMatching(message) as unknown,
      issues: [{ file: 'SKILL.md', field: `schemas.${slot}` }],
    });
  });
});

it('says what is wrong with the file', async () => {
  await expect(read('Hello')).rejects.toMatchObject({ code: 'plugin_invalid' });
  await expect(read('---\nname: [\n---\n')).rejects.toMatchObject({
    code: 'plugin_invalid',
    issues: [{ file: 'skills/greet/SKILL.md' }],
  });
});
