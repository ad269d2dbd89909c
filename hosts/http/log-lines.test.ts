import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LogLines } from './log-lines.js';
import { until } from '../../test/until.js';

let folder: string;
let fd: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
});

afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const open = (file: string): LogLines => new LogLines((fd = openSync(file, 'a')));
const line = (at: number): string => `${JSON.stringify({ at, text: 'x'.repeat(100) })}\n`;

it('writes every line, the last ones at the end of the process', async () => {
  const file = join(folder, 'log');
  const lines = open(file);
  for (let at = 0; at < 1000; at += 1) lines.write(line(at));
  await until(() => readFileSync(file, 'utf8').length > 0);
  for (let at = 1000; at < 1010; at += 1) lines.write(line(at));
  lines.flushSync();
  await until(() => readFileSync(file, 'utf8').split('\n').length > 1010);
  const found = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  expect(found.map((text) => (JSON.parse(text) as { at: number }).at).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 1010 }, (_, at) => at),
  );
});

it('writes a few lines after a moment', async () => {
  const file = join(folder, 'log');
  open(file).write(line(1));
  await until(() => readFileSync(file, 'utf8') === line(1));
});

(existsSync('/dev/full') ? it : it.skip)('goes on where nothing can be written, and ends', async () => {
  const lines = open('/dev/full');
  for (let at = 0; at < 10_000; at += 1) {
    lines.write(line(at));
    if (at % 100 === 0) await new Promise(setImmediate);
  }
  expect(() => {
    lines.flushSync();
  }).not.toThrow();
});
