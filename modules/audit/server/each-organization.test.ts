import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { eachOrganization } from './each-organization.js';

describe('what is done for each organization', () => {
  it('goes on after an organization with which it fails, and reports that at the end', async () => {
    const [broken, done] = [new Error('broken'), [] as string[]];
    const work = (id: string): Promise<void> => {
      if (id === 'b') return Promise.reject(broken);
      done.push(id);
      return Promise.resolve();
    };
    await expect(eachOrganization(Readable.from(['a', 'b', 'c']), work)).rejects.toMatchObject({
      errors: [broken],
    });
    expect(done).toEqual(['a', 'c']);
    await eachOrganization(Readable.from(['d']), work);
    expect(done).toEqual(['a', 'c', 'd']);
  });
});
