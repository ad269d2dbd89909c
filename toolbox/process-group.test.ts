import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { signalGroup } from './process-group.js';

it('ends a process with what it has started, and is content when they are gone', async () => {
  // the pipe stays open until the last of the group has ended
  const child = spawn('sh', ['-c', 'sleep 600 & echo started; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const closed = once(child, 'close');
  signalGroup(child, 'SIGKILL');
  await expect(closed).resolves.toEqual([null, 'SIGKILL']);
  signalGroup(child, 'SIGKILL');
});

it('is content with a program that could not be started', async () => {
  const child = spawn(`${process.execPath}-missing`, { detached: true });
  await once(child, 'error');
  signalGroup(child, 'SIGTERM');
});
