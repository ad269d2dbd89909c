import { expect, it } from '@jest/globals';
import { EventLoopYielder } from './event-loop-yielder.js';

it('is due after a while of synchronous work, and lets the event loop run', async () => {
  const yielder = new EventLoopYielder();
  while (!yielder.isDue) continue;
  const seen: string[] = [];
  setImmediate(() => seen.push('the event loop'));
  await yielder.pause();
  expect(seen).toEqual(['the event loop']);
});
