import { describe, expect, it } from '@jest/globals';
import type { OperationManifest } from '../manifest/manifest.js';
import { isRightlyEmpty } from './empty-input.js';

function operation(
  input: object | undefined,
  runsAt: 'client' | 'server' = 'client',
): OperationManifest {
  return {
    id: 'demo.run',
    summary: 'Run it',
    effect: 'write',
    idempotent: false,
    access: 'local',
    planned: false,
    list: false,
    rendered: false,
    runsAt,
    input: input as OperationManifest['input'],
  };
}

describe('isRightlyEmpty', () => {
  const optional = { properties: { name: { type: 'string' } } };

  it.each<[string, boolean, readonly [OperationManifest, unknown]]>([
    ['nothing given, nothing required', true, [operation(optional), {}]],
    ['a field left out by name', true, [operation(optional), { name: undefined }]],
    ['no fields at all', true, [operation({ properties: {} }), {}]],
    ['something given', false, [operation(optional), { name: 'x' }]],
    ['an unknown field given', false, [operation({ properties: {} }), { other: null }]],
    ['a field required', false, [operation({ ...optional, required: ['name'] }), {}]],
    [
      'a field with a value of its own',
      false,
      [operation({ properties: { limit: { default: 20 } } }), {}],
    ],
    ['no schema known', false, [operation(undefined), {}]],
    ['no schema read, but what it says', true, [{ ...operation(undefined), mayBeEmpty: true }, {}]],
    ['on a server', false, [operation(optional, 'server'), {}]],
    ['no object', false, [operation(optional), []]],
    ['null', false, [operation(optional), null]],
  ])('%s: %s', (_name, expected, [manifest, given]) => {
    expect(isRightlyEmpty(manifest, given)).toBe(expected);
  });
});
