import { describe, expect, it } from '@jest/globals';
import { Mutex } from './mutex.js';

describe('Mutex', () => {
  it('is held by one caller at a time, in the order in which they asked', async () => {
    const mutex = new Mutex(10_000);
    const seen: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const release = await mutex.acquire();
        seen.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        release();
      }),
    );
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('fails for a caller that waits too long, and serves the others', async () => {
    const mutex = new Mutex(20);
    const release = await mutex.acquire();
    await expect(mutex.acquire()).rejects.toMatchObject({
      code: 'database_busy',
      details: { retryAfterSeconds: 1 },
    });
    release();
    (await mutex.acquire())();
  });
});
