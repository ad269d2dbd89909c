import { expect, test } from '@jest/globals';
import type { Source } from '../../facts.js';
import { at, execute, findingsIn, network, output, variable } from '../../testing/facts.js';
import { codeExecution } from './index.js';

const input: Source = { kind: 'input', at: at() };
const found = (...facts: Parameters<typeof execute>) =>
  findingsIn(codeExecution, execute(...facts));

test('what was given, hidden, or read as objects', async () => {
  expect(await found([input], { how: 'code' })).toEqual(['code-execution/input-run MEDIUM']);
  expect(await found([input])).toEqual(['code-execution/input-run LOW']);
  expect(await found([], { disguised: true })).toEqual(['code-execution/disguised-call HIGH']);
  expect(await found([], { how: 'deserialise' })).toEqual(['code-execution/unsafe-object LOW']);
  expect(await found([input], { how: 'deserialise' })).toEqual([
    'code-execution/unsafe-object MEDIUM',
  ]);
});

test('literals, outputs and what other rules judge are nothing', async () => {
  expect(await found([])).toEqual([]);
  expect(await found([output('ls')])).toEqual([]);
  expect(await found([input], { how: 'program' })).toEqual([]);
  expect(await found([network('https://x.some-vendor.io')], { how: 'code' })).toEqual([]);
  expect(await found([variable('API_TOKEN')], { how: 'shell' })).toEqual([]);
});
