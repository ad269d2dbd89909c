import { expect, it } from '@jest/globals';
import { settingsFrom } from './settings.js';

const concurrency = (text: string | undefined, engine: 'sqlite' | 'postgres' = 'postgres') =>
  settingsFrom({ env: { SVC_JOB_CONCURRENCY: text } }, engine).concurrency;

it('has a default, also for an empty setting', () => {
  expect([concurrency(undefined), concurrency(''), concurrency('7')]).toEqual([2, 2, 7]);
});

it.each(['-1', 'many', '1.5', '100', '0x2'])('refuses %s', (text) => {
  expect(() => concurrency(text)).toThrow(
    expect.objectContaining({ code: 'bad_setting', message: expect.stringContaining(text) }),
  );
});

it('leaves the work to others only where there can be others', () => {
  expect(concurrency('0')).toBe(0);
  expect(() => concurrency('0', 'sqlite')).toThrow(
    expect.objectContaining({ code: 'bad_setting', hint: expect.stringContaining('svc worker') }),
  );
});
