import { describe, expect, it } from '@jest/globals';
import type { OperationManifest } from '../../kernel/index.js';
import { outputSchemaOf } from './schemas.js';

const ALWAYS = { notes: { type: 'array' }, error: { type: 'object' } };
const text = { type: 'string', description: 'Words.', pattern: '^x' };
const entry = {
  type: 'object',
  description: 'One.',
  properties: { name: text, below: { $ref: '#/$defs/Below' } },
  required: ['name', 'below'],
};
const schemaOf = (output: object | undefined, list = false) =>
  outputSchemaOf({ output, list } as OperationManifest);

describe('the schema of what a tool answers', () => {
  it('names the fields and their kinds, what the entries of lists always have, and what every answer may have', () => {
    const output = {
      type: 'object',
      $defs: {
        Entry: entry,
        Below: { type: 'object', properties: { deep: text }, required: ['deep'] },
      },
      properties: {
        id: { ...text, format: 'uuid' },
        state: { type: ['string', 'null'], enum: ['a', null] },
        names: { type: 'array', items: text },
        entries: { type: 'array', items: { $ref: '#/$defs/Entry' }, description: 'All of them.' },
        below: { $ref: '#/$defs/Below', description: 'What is below.' },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['id', 'state', 'names', 'entries', 'below', 'either'],
    };
    expect(schemaOf(output)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        state: { type: ['string', 'null'] },
        names: { type: 'array' },
        entries: { type: 'array', items: { required: ['name', 'below'] } },
        below: { type: 'object', required: ['deep'] },
        either: {},
        ...ALWAYS,
      },
    });
  });

  it('is that of a page for a list, and none where nothing is answered', () => {
    expect(schemaOf(entry, true)).toEqual({
      type: 'object',
      properties: {
        data: { type: 'array', items: { required: ['name', 'below'] } },
        next: { type: ['string', 'null'] },
        ...ALWAYS,
      },
    });
    expect(schemaOf(undefined)).toBeUndefined();
  });
});
