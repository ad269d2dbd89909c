import { describe, expect, it } from '@jest/globals';
import { outboundFailed, type OutboundLimits } from '../../outbound/contract/index.js';
import { readSlot, type SchemaSlot, type SlotValue } from '../../registry/contract/index.js';
import { remoteReader, resolveSchemas, type SchemaSources } from './resolve-schemas.js';

const slots = (values: Partial<Record<SchemaSlot, unknown>>) =>
  new Map(
    Object.entries(values).map(([slot, value]) => [
      slot as SchemaSlot,
      readSlot(slot as SchemaSlot, value) as SlotValue,
    ]),
  );

const nothing: SchemaSources = {
  readLocal: (path) => Promise.resolve(`there is no ${path}`),
  fetchRemote: () => Promise.reject(new Error('nothing is fetched')),
};

const resolve = (
  values: Partial<Record<SchemaSlot, unknown>>,
  sources: Partial<SchemaSources> = {},
) => resolveSchemas({ folder: 'skills/greet', slots: slots(values) }, { ...nothing, ...sources });

/** Answers every path or address with the same bytes. */
const always = (content: string | Uint8Array) => () => Promise.resolve(Buffer.from(content));

it('resolves inline, local and remote schemas, each slot for itself', async () => {
  expect(await resolve({})).toEqual({});
  expect(await resolve({ output: { type: 'object' } })).toEqual({ output: { type: 'object' } });
  const asked: string[] = [];
  const answer = (from: string) => {
    asked.push(from);
    return always('\ufeff{"type": "object"}')();
  };
  const values = {
    inputs: { $ref: '../greet/./deep/in.json' },
    output: { $ref: 'https://schemas.example/a/../out.json?b' },
  };
  expect(await resolve(values, { readLocal: answer, fetchRemote: answer })).toEqual({
    inputs: { type: 'object' },
    output: { type: 'object' },
  });
  expect(asked).toEqual(['deep/in.json', 'https://schemas.example/out.json?b']);
});

it('does not follow a reference in what it has resolved', async () => {
  const content = '{"$ref": "https://192.0.2.1/", "properties": {"a": {"$ref": "./b.json"}}}';
  const { inputs } = await resolve(
    { inputs: { $ref: './in.json' } },
    { readLocal: always(content) },
  );
  expect(inputs).toEqual(JSON.parse(content));
});

describe('names the slot when', () => {
  it.each<{ what: string; $ref?: string; content?: string | Uint8Array; message: RegExp }>([
    { what: 'the file is absent', message: /cannot be read: there is no out.json/ },
    {
      what: 'it leaves the folder',
      $ref: '../other/out.json',
      message: /leaves the skill's folder/,
    },
    {
      what: 'it leaves the plugin',
      $ref: '../../../out.json',
      message: /leaves the skill's folder/,
    },
    { what: 'it is beside', $ref: './../greet-2/out.json', message: /leaves the skill's folder/ },
    { what: 'it is the folder itself', $ref: './', message: /leaves the skill's folder/ },
    { what: 'it has a backslash', $ref: './a\\..\\out.json', message: /leaves the skill's folder/ },
    {
      what: 'it is cut',
      content: '{"type": "obj',
      message: /cannot be read: it is not valid JSON/,
    },
    { what: 'it is a list', content: '[]', message: /must be a JSON object/ },
    { what: 'it is a boolean', content: 'true', message: /must be a JSON object/ },
    { what: 'it is no text', content: Buffer.from([255]), message: /not UTF-8/ },
    { what: 'it is large', content: ' '.repeat(1024 * 1024 + 1), message: /more than 1048576/ },
    { what: 'it cannot be compiled', content: '{"type": "text"}', message: /no JSON Schema/ },
  ])('$what', async ({ $ref = './out.json', content, message }) => {
    const sources = content === undefined ? {} : { readLocal: always(content) };
    await expect(resolve({ output: { $ref } }, sources)).rejects.toMatchObject({
      code: 'schema_unresolved',
      message: expect.stringMatching(
        new RegExp(`The slot "output" .*${message.source}`),
      ) as unknown,
      issues: [{ field: 'schemas.output' }],
    });
  });

  it('it cannot be fetched', async () => {
    const fetchRemote = () =>
      Promise.reject(outboundFailed({ what: 'its address', why: 'its server answers 404' }));
    const values = { inputs: { $ref: 'https://schemas.example/in.json' } };
    await expect(resolve(values, { fetchRemote })).rejects.toMatchObject({
      code: 'schema_unresolved',
      message:
        'The slot "inputs" of the skill\'s "schemas" cannot be used: its address cannot be fetched: its server answers 404.',
    });
  });
});

it('fetches within the specified limits', async () => {
  const asked: [string, OutboundLimits][] = [];
  const outbound = {
    fetch: () => Promise.reject(new Error('it is read')),
    connect: () => Promise.reject(new Error('it is read')),
    read: (url: string, limits: OutboundLimits) => {
      asked.push([url, limits]);
      return Promise.resolve(Buffer.from('{}'));
    },
  };
  const { signal } = new AbortController();
  await remoteReader(outbound, signal)('https://schemas.example/');
  expect(asked).toEqual([
    [
      'https://schemas.example/',
      { what: 'its address', bytes: 1_048_576, milliseconds: 10_000, signal },
    ],
  ]);
});
