import { describe, expect, it } from '@jest/globals';
import { invalidInput } from 'svc-registry/kernel';
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

describe('what tools answer', () => {
  it('is words, then what there is to say, then the data for whoever reads text alone', () => {
    const result = resultOf({ output: { id: 1, gone: undefined }, words: 'Made number 1.' }, ['warning: old', 'Run `svc login`.']);
    expect(result.structuredContent).toEqual({ id: 1 });
    expect(result.content.map((block) => (block.type === 'text' ? block.text : block.type))).toEqual([
      'Made number 1.',
      'warning: old',
      'Run the tool `login`.',
      '{"id":1}',
    ]);
  });

  it('is the data alone where a module has no words for it', () => {
    expect(resultOf({ output: { id: 1 } }, [])).toEqual({
      content: [{ type: 'text', text: '{\n  "id": 1\n}' }],
      structuredContent: { id: 1 },
    });
    expect(resultOf({ output: undefined }, [])).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
  });

  it('cannot steer a terminal, whoever wrote it', () => {
    const [words] = resultOf({ output: {}, words: 'red \u001b[31m, backwards \u202e' }, []).content;
    expect(words).toEqual({ type: 'text', text: 'red \\u001b[31m, backwards \\u202e' });
  });

  it('tells a failure with its code, everything that is wrong, and the next step', () => {
    const issues = [{ field: 'name', message: 'must be a text' }];
    const result = errorResult(invalidInput({ what: 'That is wrong.', hint: 'Try `svc login`.' }, { issues }), ['a note']);
    expect(result).toEqual({
      isError: true,
      content: [
        { type: 'text', text: 'Error (invalid_input): That is wrong.\n  name: must be a text\nNext: Try the tool `login`.' },
        { type: 'text', text: 'a note' },
      ],
      structuredContent: { error: { code: 'invalid_input', message: 'That is wrong.', hint: 'Try the tool `login`.', issues } },
    });
  });

  it('tells a bug without its inside', () => {
    const result = errorResult(new Error('secret'), []);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'internal' } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
