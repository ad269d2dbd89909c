import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { WorkerThread } from './worker-thread.js';

const PROGRAM = `
import { parentPort, threadId } from 'node:worker_threads';
const kept = [];
const tasks = {
  name: () => threadId,
  throw: () => { throw new Error('thrown in the thread'); },
  leave: () => process.exit(3),
  endless: () => { for (;;); },
  greedy: () => { for (;;) kept.push({ kept: Math.random() }); },
};
parentPort.on('message', (task) => parentPort.postMessage(tasks[task]()));
`;

const never = new AbortController().signal;
const ended: (() => Promise<void>)[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-thread-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
});

afterEach(() => Promise.all(ended.splice(0).map((end) => end())));
afterAll(() => rm(folder, { recursive: true }));

function thread(milliseconds = 60_000): WorkerThread<string, number> {
  const made = new WorkerThread<string, number>(pathToFileURL(join(folder, 'program.mjs')), {
    milliseconds,
    megabytes: 16,
  });
  ended.push(() => made.end());
  return made;
}

it('does all tasks in one thread', async () => {
  const one = thread();
  const names = await Promise.all(Array.from({ length: 3 }, () => one.do('name', never)));
  expect(new Set(names).size).toBe(1);
});

it.each([
  ['throws', 'throw', { message: 'thrown in the thread' }],
  ['ends its thread', 'leave', { message: 'the thread ended with 3 within a task' }],
  ['takes too much memory', 'greedy', { what: 'memory' }],
])('a task that %s fails alone', async (_what, task, error) => {
  const one = thread();
  const [bad, good] = [one.do(task, never), one.do('name', never)];
  await expect(bad).rejects.toMatchObject(error);
  expect(await good).toEqual(expect.any(Number));
});

it('a thread that was started before does the first task', async () => {
  const one = thread();
  one.start();
  one.start();
  const name = await one.do('name', never);
  expect(await one.do('name', never)).toBe(name);
});

it('a thread that cannot be started fails with its first task', async () => {
  const one = new WorkerThread(pathToFileURL(join(folder, 'none.mjs')), {
    milliseconds: 60_000,
    megabytes: 16,
  });
  one.start();
  for (let times = 2; times > 0; times -= 1)
    await expect(one.do('name', never)).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' });
});

it('a task that takes too long is ended', async () => {
  await expect(thread(500).do('endless', never)).rejects.toMatchObject({ what: 'time' });
});

it('a task whose sender has left is not begun', async () => {
  const one = thread();
  const gone = new AbortController();
  const [first, second] = [one.do('name', never), one.do('throw', gone.signal)];
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(await one.do('name', never)).toBe(await first);
});
