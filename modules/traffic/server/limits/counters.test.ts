import { describe, expect, it } from '@jest/globals';
import { Counters, MOST_IN_MEMORY } from './counters.js';
import type { Policy } from './policies.js';

const policy: Policy = {
  name: 'once',
  summary: 'Once an hour',
  per: 'caller',
  unit: 'requests',
  quota: 1,
  seconds: 3600,
};

const silent = () => undefined;
const host = { log: { debug: silent, info: silent, warn: silent, error: silent } };

describe('counts in memory', () => {
  it('are of so many subjects at most, and of the latest', async () => {
    const counters = new Counters(undefined, host as never);
    const isRefused = async (subject: string) => (await counters.count(policy, subject))?.refused;
    expect([await isRefused('first'), await isRefused('first')]).toEqual([false, true]);
    for (let at = 1; at < MOST_IN_MEMORY; at += 1) await isRefused(`stranger ${at}`);
    expect([await isRefused('first'), await isRefused('stranger 1')]).toEqual([true, true]);
    // the one too many takes the place of the first, and that one the place of the second
    expect([await isRefused('last'), await isRefused('last')]).toEqual([false, true]);
    expect([await isRefused('first'), await isRefused('stranger 2')]).toEqual([false, true]);
    expect(await isRefused('stranger 1')).toBe(false);
  });
});
