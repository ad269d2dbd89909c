import { describe, expect, it } from '@jest/globals';
import type { OperationManifest } from '../../kernel/index.js';
import { errorResult, resultOf } from './tool-result.js';
import { toolInput, toolsOf } from './tools.js';

const operation = {
  ...{ id: 'demo.publish', summary: 'Publish', effect: 'write' },
  input: {
    type: 'object',
    properties: { path: { type: 'string' }, private: { type: 'boolean' }, bump: { type: 'string' }, dryRun: { type: 'boolean' } },
    required: ['path', 'bump'],
    additionalProperties: false,
  },
  mcp: { name: 'tile_publish', rename: { private: 'isPrivate' }, omit: ['dryRun'], fixed: { bump: 'patch' } },
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
    expect(toolInput(tool, { path: '.', isPrivate: true })).toEqual({ path: '.', private: true, bump: 'patch' });
  });

  it.each([{ dryRun: true }, { bump: 'major' }, { private: true }, { nonsense: 1 }])('refuse %j', (given) => {
    expect(() => toolInput(tool, { path: '.', ...given })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

describe('results', () => {
  it('are JSON as text and as data, followed by what there is to say', () => {
    const result = resultOf({ id: 1, gone: undefined }, ['warning: old']);
    expect(result.structuredContent).toEqual({ id: 1 });
    expect(result.content).toEqual([
      { type: 'text', text: '{\n  "id": 1\n}' },
      { type: 'text', text: 'warning: old' },
    ]);
    expect(resultOf(undefined, [])).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
  });

  it('tell a failure without its inside', () => {
    const result = errorResult(new Error('secret'), []);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'internal' } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
