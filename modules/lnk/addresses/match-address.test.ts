import { describe, expect, it } from '@jest/globals';
import { readAddressFilter, type AddressFilter } from './address-filter.js';
import { isLocalhost, matchAddress, type AddressMatch } from './match-address.js';

const tcp = (host: string, port: number) => ({ protocol: 'tcp', host, port }) as const;

describe('matchAddress', () => {
  it.each<[string, Parameters<typeof matchAddress>[1], AddressMatch]>([
    ['', tcp('db', 1), 'yes'],
    ['udp://', tcp('db', 1), 'no'],
    ['udp://db', { host: 'db' }, 'yes'],
    ['tcp://', tcp('db', 1), 'yes'],
    [':80', tcp('db', 80), 'yes'],
    [':80', tcp('db', 81), 'no'],
    ['db:80', { host: 'db' }, 'no'],
    ['db', tcp('DB.', 80), 'yes'],
    ['DB.', tcp('db', 80), 'yes'],
    ['db', tcp('db.example.com', 80), 'no'],
    ['10.0.0.0/8', tcp('10.1.2.3', 80), 'yes'],
    ['10.1.2.3/8', tcp('10.9.9.9', 80), 'yes'],
    ['10.0.0.0/8', tcp('11.1.2.3', 80), 'no'],
    ['10.0.0.0/8', tcp('::ffff:10.0.0.1', 80), 'yes'],
    ['[fd00::]/8', tcp('fd12::1', 80), 'yes'],
    ['[::]/0', tcp('10.0.0.1', 80), 'no'],
    ['0.0.0.0/0', tcp('fd00::1', 80), 'no'],
    ['10.0.0.0/8', tcp('db', 80), 'name-of-host'],
    ['10.0.0.0/8:81', tcp('db', 80), 'no'],
    ['db', tcp('10.0.0.1', 80), 'name-of-filter'],
    ['db:81', tcp('10.0.0.1', 80), 'no'],
    ['localhost', tcp('127.0.0.1', 80), 'yes'],
    ['localhost', tcp('10.0.0.1', 80), 'no'],
    ['127.0.0.0/8', tcp('localhost', 80), 'yes'],
    ['[::1]', tcp('localhost', 80), 'yes'],
    ['10.0.0.0/8', tcp('localhost', 80), 'no'],
  ])('%j with %j: %s', (filter, asked, answer) => {
    expect(matchAddress(readAddressFilter(filter) as AddressFilter, asked)).toBe(answer);
  });
});

describe('isLocalhost', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
  ])('is true for %s', (host) => {
    expect(isLocalhost(host)).toBe(true);
  });

  it.each(['db', 'localhost.example.com', '10.0.0.1', '::2', 'fd00::1'])(
    'is false for %s',
    (host) => {
      expect(isLocalhost(host)).toBe(false);
    },
  );
});
