import { expect, test } from '@jest/globals';
import type { Source } from '../../facts.js';
import { at, execute, findingsIn, network, output, variable } from '../../testing/facts.js';
import { reviewed } from '../../testing/reviewed.js';
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

test.each([
  ['a.js', "const message = { to, bcc: 'archive@mail.some-vendor.io', subject };\n", true],
  ['a.py', 'message["Bcc"] = "archive@mail.some-vendor.io"\n', true],
  ['a.php', "<?php\n$mail->addBCC('archive@mail.some-vendor.io');\n", true],
  ['a.js', 'const message = { to, bcc, subject };\n', false],
  ['a.js', "const message = { to, bcc: 'you@example.com', subject };\n", false],
])('a copy of mail in %s: %s', async (path, text, found) => {
  const copied = 'MEDIUM exfiltration/copy-of-mail';
  expect(await reviewed({ [path]: text })).toEqual(found ? [copied] : []);
});

test('literals, outputs and what other rules judge are nothing', async () => {
  expect(await found([])).toEqual([]);
  expect(await found([output('ls')])).toEqual([]);
  expect(await found([input], { how: 'program' })).toEqual([]);
  expect(await found([network('https://x.some-vendor.io')], { how: 'code' })).toEqual([]);
  expect(await found([variable('API_TOKEN')], { how: 'shell' })).toEqual([]);
});
