import { describe, expect, it } from '@jest/globals';
import { settingsFrom } from './settings.js';

const read = (
  env: Record<string, string | undefined>,
  engine: 'sqlite' | 'postgres' = 'postgres',
) => settingsFrom({ env }, engine);

it('have defaults, also for empty settings', () => {
  const defaults = { concurrency: { default: 2, long: 1, apart: Infinity }, drainSeconds: 5 };
  expect(read({})).toEqual(defaults);
  expect(
    read({ SVC_JOB_CONCURRENCY: '', SVC_LONG_JOB_CONCURRENCY: '', SVC_JOB_DRAIN: '' }),
  ).toEqual(defaults);
  expect(
    read({ SVC_JOB_CONCURRENCY: '7', SVC_LONG_JOB_CONCURRENCY: '3', SVC_JOB_DRAIN: '900' }),
  ).toEqual({ concurrency: { default: 7, long: 3, apart: Infinity }, drainSeconds: 900 });
});

it('interrupt work at once when they say so', () => {
  expect(read({ SVC_JOB_DRAIN: '0' }, 'sqlite').drainSeconds).toBe(0);
});

describe.each(['SVC_JOB_CONCURRENCY', 'SVC_LONG_JOB_CONCURRENCY', 'SVC_JOB_DRAIN'])(
  '%s',
  (name) => {
    it.each(['-1', 'many', '1.5', '100000', '0x2'])('cannot be %s', (text) => {
      expect(() => read({ [name]: text })).toThrow(
        expect.objectContaining({
          code: 'bad_setting',
          message: expect.stringMatching(`^${name} .*"${text}"`),
        }),
      );
    });
  },
);

describe.each(['SVC_JOB_CONCURRENCY', 'SVC_LONG_JOB_CONCURRENCY'])('%s=0', (name) => {
  it('leaves the work to others only where there can be others', () => {
    expect(Object.values(read({ [name]: '0' }).concurrency)).toContain(0);
    expect(() => read({ [name]: '0' }, 'sqlite')).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: expect.stringContaining(name),
        hint: expect.stringContaining('svc worker'),
      }),
    );
  });
});

it('leave long work to others, too, unless they say otherwise', () => {
  expect(read({ SVC_JOB_CONCURRENCY: '0' }).concurrency).toEqual({ default: 0, long: 0, apart: 0 });
  expect(read({ SVC_JOB_CONCURRENCY: '0', SVC_LONG_JOB_CONCURRENCY: '4' }).concurrency).toEqual({
    default: 0,
    long: 4,
    apart: 0,
  });
});
