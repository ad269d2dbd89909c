import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from '@jest/globals';
import { invalidInput } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import * as results from './tool-result.js';
import { toolInput, toolsOf } from './tools.js';

const operation = {
  id: 'demo.publish',
  summary: 'Publish',
  effect: 'write',
  input: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      private: { type: 'boolean' },
      bump: { type: 'string' },
      dryRun: { type: 'boolean' },
    },
    required: ['path', 'bump'],
    additionalProperties: false,
  },
  mcp: {
    name: 'tile_publish',
    rename: { private: 'isPrivate' },
    omit: ['dryRun'],
    fixed: { bump: 'patch' },
  },
} as unknown as OperationManifest;

describe('tools', () => {
  const tool = toolsOf([operation]).get('tile_publish')!;

  it('offer the fields that the surface keeps, under its names', () => {
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, isPrivate: { type: 'boolean' } },
      required: ['path'],
      additionalProperties: false,
    });
    expect(toolInput(tool, { path: '.', isPrivate: true })).toEqual({
      path: '.',
      private: true,
      bump: 'patch',
    });
  });

  it.each([{ dryRun: true }, { bump: 'major' }, { private: true }, { nonsense: 1 }])(
    'refuse %j',
    (given) => {
      expect(() => toolInput(tool, { path: '.', ...given })).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    },
  );
});

describe('what tools answer', () => {
  const login = (words: string) =>
    words
      .replace('Run `svc login`', 'Call the tool `login`')
      .replace('`svc login`', 'the tool `login`');
  const resultOf = (output: unknown, notes: readonly string[]) =>
    results.resultOf(output, notes, login);
  const errorResult = (thrown: unknown, notes: readonly string[]) =>
    results.errorResult(thrown, notes, login);
  const textsOf = ({ content }: CallToolResult) =>
    content.map((block) => (block.type === 'text' ? block.text : block.type));

  it('is the data with what there is to say besides, and once as text', () => {
    const result = resultOf({ id: 1, gone: undefined }, ['warning: old', 'Run `svc login`.']);
    expect(result.structuredContent).toEqual({
      id: 1,
      notes: ['warning: old', 'Call the tool `login`.'],
    });
    expect(textsOf(result)).toEqual(['{"id":1,"notes":["warning: old","Call the tool `login`."]}']);
  });

  it('is the data alone where there is no more to say', () => {
    expect(resultOf({ id: 1 }, [])).toEqual({
      content: [{ type: 'text', text: '{"id":1}' }],
      structuredContent: { id: 1 },
    });
  });

  it('keeps the notes that an operation answers itself', () => {
    expect(resultOf({ notes: ['its own'] }, ['ours']).structuredContent).toEqual({
      notes: ['its own', 'ours'],
    });
    expect(resultOf({ notes: 'its own' }, ['ours']).structuredContent).toEqual({
      notes: ['its own', 'ours'],
    });
  });

  it('is text where there is no object that could be data, so that no client drops it', () => {
    expect(resultOf(undefined, ['warning: old'])).toEqual({
      content: [{ type: 'text', text: 'Done.\nwarning: old' }],
    });
    expect(resultOf(undefined, [])).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
    expect(resultOf([1], ['a note'])).toEqual({ content: [{ type: 'text', text: '[1]\na note' }] });
  });

  it('cannot control a terminal, no matter who wrote it, and is still JSON', () => {
    const output = { text: 'red \u001b[31m, backwards \u202e' };
    const [json] = textsOf(resultOf(output, []));
    expect(json).toBe('{"text":"red \\u001b[31m, backwards \\u202e"}');
    expect(JSON.parse(json!)).toEqual(output);
  });

  it('tells a failure with its code, everything that is wrong, the next step and the notes', () => {
    const issues = [{ field: 'name', message: 'must be a text' }];
    const result = errorResult(
      invalidInput({ what: 'That is wrong.', hint: 'Try `svc login`.' }, { issues }),
      ['a note'],
    );
    expect(result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'Error (invalid_input): That is wrong.\n  name: must be a text\nNext: Try the tool `login`.\na note',
        },
      ],
      structuredContent: {
        error: {
          code: 'invalid_input',
          message: 'That is wrong.',
          hint: 'Try the tool `login`.',
          issues,
        },
        notes: ['a note'],
      },
    });
  });

  it('tells a bug without its inside', () => {
    const result = errorResult(new Error('secret'), []);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'internal' } },
    });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
