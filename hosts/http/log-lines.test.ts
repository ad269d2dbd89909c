import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import pino from 'pino';
import { LogLines } from './log-lines.js';
import { until } from '../../test/until.js';

let folder: string;
/** Closed at the end: what is still being written must not reach a file of the next test by the same number. */
const fds: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

afterAll(() => {
  for (const fd of fds) closeSync(fd);
});

const open = (file: string): LogLines => {
  const fd = openSync(file, 'a');
  fds.push(fd);
  return new LogLines(fd);
};
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
  expect(
    found.map((text) => (JSON.parse(text) as { at: number }).at).sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 1010 }, (_, at) => at));
});

it('writes a few lines after a moment', async () => {
  const file = join(folder, 'log');
  open(file).write(line(1));
  await until(() => readFileSync(file, 'utf8') === line(1));
});

(existsSync('/dev/full') ? it : it.skip)(
  'goes on where nothing can be written, and ends',
  async () => {
    const lines = open('/dev/full');
    for (let at = 0; at < 10_000; at += 1) {
      lines.write(line(at));
      if (at % 100 === 0) await new Promise(setImmediate);
    }
    expect(() => {
      lines.flushSync();
    }).not.toThrow();
  },
);

it('writes an error at once, with what came before it', async () => {
  const file = join(folder, 'log');
  const lines = open(file);
  const log = pino({}, lines);
  log.info('first');
  log.error('second');
  // nothing is left for the end of the process to write
  lines.flushSync();
  log.info('third');
  await until(() => readFileSync(file, 'utf8').split('\n').length > 2);
  expect(readFileSync(file, 'utf8')).toMatch(/^.*first.*\n.*second.*\n/);
});

const filled = (pipe: number): number => {
  for (let written = 0; ;)
    try {
      written += writeSync(pipe, Buffer.alloc(4096, ' '));
    } catch {
      return written;
    }
};

(process.platform === 'win32' ? it.skip : it)(
  'waits at the end for a reader that is slow',
  async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    fds.push(fd);
    const before = filled(fd);
    const lines = new LogLines(fd);
    lines.write(line(1));
    const reader = spawn('head', ['-c', String(before + line(1).length), pipe], {
      stdio: ['ignore', openSync(join(folder, 'log'), 'w'), 'inherit'],
    });
    lines.flushSync();
    await once(reader, 'close');
    expect(readFileSync(join(folder, 'log'), 'utf8').trimStart()).toBe(line(1));
  },
);
