import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isIP } from 'node:net';
import { subnetOf } from '../../../toolbox/subnet.js';
import {
  addressFilterText,
  readAddressFilter,
  readNameFilter,
  type AddressFilter,
} from './address-filter.js';

const ANY = { kind: 'any' } as const;
const named = (name: string) => ({ kind: 'name', name }) as const;
const subnet = (text: string) => ({ kind: 'subnet', ...subnetOf(text)! }) as const;

describe('an entry of a filter', () => {
  type Row = [
    text: string,
    protocol: AddressFilter['protocol'],
    host: AddressFilter['host'],
    port: number | undefined,
  ];
  it.each<Row>([
    ['', 'any', ANY, undefined],
    ['any://', 'any', ANY, undefined],
    ['tcp://', 'tcp', ANY, undefined],
    ['UDP://', 'udp', ANY, undefined],
    [':80', 'any', ANY, 80],
    [':0', 'any', ANY, undefined],
    [':65535', 'any', ANY, 65535],
    ['tcp://:5432', 'tcp', ANY, 5432],
    ['db', 'any', named('db'), undefined],
    ['My_db-1.example.COM', 'any', named('My_db-1.example.COM'), undefined],
    ['db.example.com.', 'any', named('db.example.com.'), undefined],
    ['db.example.com:5432', 'any', named('db.example.com'), 5432],
    ['tcp://db:0', 'tcp', named('db'), undefined],
    ['Tcp://db:5432', 'tcp', named('db'), 5432],
    ['10.0.0.1', 'any', subnet('10.0.0.1/32'), undefined],
    ['10.0.0.1:53', 'any', subnet('10.0.0.1/32'), 53],
    ['10.0.0.0/8', 'any', subnet('10.0.0.0/8'), undefined],
    ['10.1.2.3/8', 'any', subnet('10.1.2.3/8'), undefined],
    ['0.0.0.0/0', 'any', subnet('0.0.0.0/0'), undefined],
    ['udp://10.0.0.0/8:53', 'udp', subnet('10.0.0.0/8'), 53],
    ['[::1]', 'any', subnet('::1/128'), undefined],
    ['[::1]:80', 'any', subnet('::1/128'), 80],
    ['[fd00::]/8', 'any', subnet('fd00::/8'), undefined],
    ['tcp://[fd00::1]/64:443', 'tcp', subnet('fd00::1/64'), 443],
    ['[::ffff:10.0.0.1]', 'any', subnet('::ffff:10.0.0.1/128'), undefined],
    ['xn--bcher-kva.example', 'any', named('xn--bcher-kva.example'), undefined],
  ])('reads %j', (...[text, protocol, host, port]) => {
    expect(readAddressFilter(text)).toEqual({ protocol, host, port });
  });

  it.each([
    ['http://db', '"http" is not a protocol of a filter: write any, tcp or udp, or leave it out'],
    ['://db', '"" is not a protocol'],
    ['*.example.com', 'wildcards such as "*.example.com" are not supported'],
    ['db:70000', '"70000" is not a port: write a number from 1 to 65535'],
    ['db:-1', '"-1" is not a port'],
    ['db:80:90', '"80:90" is not a port'],
    ['db:http', '"http" is not a port'],
    ['db:', 'no port follows the colon'],
    ['[::1]:', 'no port follows the colon'],
    ['[::1', '"[::1" has no closing bracket'],
    ['[10.0.0.1]', '"10.0.0.1" in brackets is not an IPv6 address'],
    ['[]', '"" in brackets is not an IPv6 address'],
    ['[fe80::1%eth0]', '"fe80::1%eth0" in brackets is not an IPv6 address'],
    ['[::1]x', '"x" is left over after the address'],
    ['[::1]/', '"/" is left over after the address'],
    ['[::1]/129', '"129" is not the length of a prefix: write one from 0 to 128'],
    ['::1', 'the IPv6 address has no brackets: write [::1]'],
    ['fd00::/8', 'the IPv6 address has no brackets: write [fd00::]/8'],
    ['tcp://fd00::1', 'the IPv6 address has no brackets: write [fd00::1]'],
    ['10.0.0.0/33', 'has no valid prefix length: write one from 0 to 32, such as 10.0.0.0/24'],
    ['10.0.0.0/', 'has no valid prefix length'],
    ['db/8', '"db/8" is not a subnet, as "db" is not an IP address'],
    ['10.0.0.256', '"10.0.0.256" is not an IPv4 address'],
    ['010.0.0.1', '"010.0.0.1" is not an IPv4 address'],
    ['8080', '"8080" is not the name of a host: for a port, write :8080'],
    [' db', 'has " ", which no host has'],
    ['db, other', 'has ",", which no host has'],
    ['db\0', 'has "\\u0000", which no host has'],
    ['bücher.example', '"bücher.example" is not written in ASCII: write xn--bcher-kva.example'],
    ['😀', 'is not written in ASCII: write xn--e28h'],
    ['user@db', 'has "@", which no host has'],
    ['a'.repeat(10_000), 'a name of 10000 characters does not exist'],
    ['*'.repeat(300), 'a name of 300 characters does not exist'],
  ])('refuses %j', (text, clause) => {
    const answer = readAddressFilter(text);
    expect(typeof answer).toBe('string');
    expect(answer).toContain(clause);
    expect((answer as string).length).toBeLessThan(300);
  });

  it('must not be empty for names', () => {
    expect(readNameFilter('')).toContain('the entry is empty');
    expect(readNameFilter('db')).toEqual(readAddressFilter('db'));
  });
});

describe('the text of a filter', () => {
  it.each([
    ['', 'any://'],
    ['any://db:0', 'db'],
    ['TCP://[fd00::]/8:443', 'tcp://[fd00::]/8:443'],
    ['10.0.0.1/32', '10.0.0.1'],
    ['[::1]/128', '[::1]'],
    ['udp://', 'udp://'],
  ])('of %j is %j', (given, text) => {
    expect(addressFilterText(readAddressFilter(given) as AddressFilter)).toBe(text);
  });

  const host = fc.oneof(
    fc.constant(ANY),
    fc.stringMatching(/^[a-zA-Z][\w.-]{0,40}$/).map(named),
    fc
      .tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }))
      .map(([address, bits]) => subnet(`${address}/${bits}`)),
    fc
      .tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }))
      .filter(([address]) => isIP(address) === 6)
      .map(([address, bits]) => subnet(`${address}/${bits}`)),
  );
  const filters = fc.record({
    protocol: fc.constantFrom('any', 'tcp', 'udp'),
    host,
    port: fc.option(fc.integer({ min: 1, max: 65535 }), { nil: undefined }),
  });

  it('is read as the same filter', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readAddressFilter(addressFilterText(filter))).toEqual(filter);
      }),
    );
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['string', 'object']).toContain(typeof readAddressFilter(text));
      }),
    );
  });
});
