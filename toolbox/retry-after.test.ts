import { describe, expect, it } from '@jest/globals';
import { retryAfter } from './retry-after.js';

const now = new Date('2030-01-01T00:00:00Z');
const later = 'Tue, 01 Jan 2030 00:00:07 GMT';

describe('when a server may be asked again', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    ['is not said', {}, undefined],
    ['is a number of seconds', { 'retry-after': ' 12 ' }, 12],
    ['is at once', { 'retry-after': '0' }, 0],
    ['is a date', { 'retry-after': later }, 7],
    [
      "is a date by the server's own clock",
      { 'retry-after': later, date: 'Tue, 01 Jan 2030 00:00:05 GMT' },
      2,
    ],
    ['is a date that has passed', { 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' }, 0],
    ['is less than nothing', { 'retry-after': '-5' }, undefined],
    ['is no number of a size that makes sense', { 'retry-after': '99999999999' }, undefined],
    ['is nonsense', { 'retry-after': 'soon' }, undefined],
  ])('%s', (_what, headers, seconds) => {
    expect(retryAfter(new Headers(headers), now)).toBe(seconds);
  });
});
