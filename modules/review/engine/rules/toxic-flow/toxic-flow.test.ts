import { expect, test } from '@jest/globals';
import { at, file, findingsIn, request, run, scriptUnit } from '../../testing/facts.js';
import { toxicFlows } from './index.js';

const page = request('https://issues.some-vendor.io/1');
const post = request('https://board.some-vendor.io/new', { sends: [file('answer.txt')] });
const secret = run('security find-generic-password -w');

test('only all three together are toxic', async () => {
  expect(await findingsIn(toxicFlows, page, secret, post)).toEqual([
    'toxic-flow/content-secrets-sink MEDIUM',
  ]);
  expect(await findingsIn(toxicFlows, page, post)).toEqual([]);
  expect(await findingsIn(toxicFlows, secret, post)).toEqual([]);
  expect(await findingsIn(toxicFlows, page, secret)).toEqual([]);
});

test('a client of this computer, and examples in documents, are not', async () => {
  const local = request('http://localhost:3000/new', { sends: [file('answer.txt')] });
  expect(await findingsIn(toxicFlows, page, secret, local)).toEqual([]);
  const example = at(1, scriptUnit({ role: 'documentation' }));
  expect(await findingsIn(toxicFlows, { ...page, at: example }, secret, post)).toEqual([]);
});
