import { describe, expect, it } from '@jest/globals';
import { readAddress, readName, readNameWithPort } from './asked-address.js';

describe('an address that somebody asks about', () => {
  it.each([
    ['tcp://db:5432', { kind: 'socket', protocol: 'tcp', host: 'db', port: 5432 }],
    ['UDP://10.0.0.1:53', { kind: 'socket', protocol: 'udp', host: '10.0.0.1', port: 53 }],
    ['tcp://[::1]:0', { kind: 'socket', protocol: 'tcp', host: '::1', port: 0 }],
    [
      'tcp://db.example.com.:80',
      { kind: 'socket', protocol: 'tcp', host: 'db.example.com.', port: 80 },
    ],
    ['unix:///run/x.sock', { kind: 'unix', path: '/run/x.sock' }],
  ])('reads %j', (text, address) => {
    expect(readAddress(text)).toEqual(address);
  });

  it.each([
    ['', 'it names no protocol'],
    ['db:5432', 'it names no protocol'],
    ['http://db:80', '"http" is not a protocol'],
    ['any://db:80', '"any" is not a protocol'],
    ['tcp://', 'it names no host'],
    ['tcp://:80', 'it names no host'],
    ['tcp://db', 'it names no port'],
    ['tcp://db:', 'no port follows the colon'],
    ['tcp://db:70000', '"70000" is not a port'],
    ['tcp://db:80/path', '"80/path" is not a port'],
    ['tcp://::1:80', 'the IPv6 address has no brackets'],
    ['tcp://10.0.0.0/8:80', '"10.0.0.0/8" is a subnet, and not one host'],
    ['tcp://bücher.example:80', 'write xn--bcher-kva.example'],
    [`tcp://${'a'.repeat(10_000)}:80`, 'a name of 10000 characters does not exist'],
    ['unix://run/x.sock', 'the path of a Unix socket begins with "/"'],
    ['unix:///a\0b', 'a path has no NUL'],
  ])('refuses %j and shows the forms', (text, clause) => {
    expect(() => readAddress(text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(clause),
        hint: expect.stringContaining('tcp://host:port'),
      }),
    );
  });
});

describe('a name that somebody asks about', () => {
  it.each([
    ['db', 'db'],
    ['db.example.com.', 'db.example.com.'],
    ['10.0.0.1', '10.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
  ])('reads %j', (text, name) => {
    expect(readName(text)).toBe(name);
  });

  it.each(['', 'a b', 'http://db', 'db:80', '10.0.0.0/8', '*.db', '😀', 'a'.repeat(10_000)])(
    'refuses %j',
    (text) => {
      expect(() => readName(text)).toThrow(
        expect.objectContaining({ hint: expect.stringContaining('db.example.com') }),
      );
    },
  );
});

describe('a name with a port', () => {
  it.each([
    ['db', { host: 'db', port: undefined }],
    ['db:5432', { host: 'db', port: 5432 }],
    ['::1', { host: '::1', port: undefined }],
    ['[::1]:53', { host: '::1', port: 53 }],
  ])('reads %j', (text, name) => {
    expect(readNameWithPort(text)).toEqual(name);
  });

  it.each([
    ['tcp://db', 'a name has no protocol'],
    ['db:x', '"x" is not a port'],
    ['db:99999', '"99999" is not a port'],
    ['db:', 'no port follows the colon'],
  ])('refuses %j', (text, says) => {
    expect(() => readNameWithPort(text)).toThrow(says);
  });
});
