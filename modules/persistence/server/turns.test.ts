import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('come in the order in which they were asked for, one at a time', async () => {
    const turns = new Turns(10_000);
    const seen: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const end = await turns.take();
        seen.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        end();
      }),
    );
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('refuse who has waited too long, and go on with the others', async () => {
    const turns = new Turns(20);
    const end = await turns.take();
    await expect(turns.take()).rejects.toMatchObject({ code: 'database_busy', details: { retryAfterSeconds: 1 } });
    end();
    (await turns.take())();
  });
});
