import { describe, expect, it } from '@jest/globals';
import type { ProgressAmount } from 'svc-registry/kernel';
import { FetchProgress, type Received } from './fetch-progress.js';

function watched() {
  const steps: [string, ProgressAmount | undefined][] = [];
  const watch = new FetchProgress({ step: (text, amount) => void steps.push([text, amount]) });
  return { watch, last: () => steps.at(-1), count: () => steps.length };
}

/** Begins a fetch; answers how to tell of bytes and how to end it. */
function begin(watch: FetchProgress, name: string) {
  let received: Received = () => undefined;
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = watch.of(name, (counter) => {
    received = counter;
    return new Promise<void>((resolve, reject) => ([end, fail] = [resolve, reject]));
  });
  return {
    received: (bytes: number, size?: number) => {
      received(bytes, size);
    },
    end: () => (end(), done),
    fail: (error: Error) => (fail(error), done),
  };
}

describe('how far fetching has come', () => {
  it('counts plugins, parts of them, and bytes', async () => {
    const { watch, last } = watched();
    watch.expect(4);
    const [a, b] = [begin(watch, 'a'), begin(watch, 'b')];
    expect(last()).toEqual(['b', { phase: 'Fetching', done: 0, total: 4 }]);
    a.received(100_000, 200_000);
    expect(last()).toEqual(['a', { phase: 'Fetching', done: 0.5, total: 4, bytes: 100_000 }]);
    b.received(70_000);
    expect(last()).toEqual(['b', { phase: 'Fetching', done: 0.5, total: 4, bytes: 170_000 }]);
    await a.end();
    expect(last()).toEqual(['a', { phase: 'Fetching', done: 1, total: 4, bytes: 170_000 }]);
  });

  it('takes in what nobody announced, and what is announced later', async () => {
    const { watch, last } = watched();
    await begin(watch, 'a').end();
    expect(last()?.[1]).toMatchObject({ done: 1, total: 1 });
    watch.expect(2);
    await begin(watch, 'b').end();
    expect(last()?.[1]).toMatchObject({ done: 2, total: 3 });
  });

  it('does not tell of every few bytes, but of the last ones', () => {
    const { watch, last, count } = watched();
    const a = begin(watch, 'a');
    for (let bytes = 1000; bytes < 64_000; bytes += 1000) a.received(bytes, 64_500);
    expect(count()).toBe(1);
    a.received(64_500, 64_500);
    expect(last()?.[1]).toMatchObject({ done: 1, bytes: 64_500 });
  });

  it('does not count what failed', async () => {
    const { watch, last } = watched();
    const a = begin(watch, 'a');
    a.received(90_000, 100_000);
    await expect(a.fail(new Error('no'))).rejects.toThrow('no');
    expect(last()?.[1]).toMatchObject({ done: 0, total: 1 });
  });
});
