import { expect, it } from '@jest/globals';
import { hostsFor } from '../worker/sandbox-hosts.js';
import { claudeCode } from '../../agents/facts/claude-code.js';
import { repositoryAddress } from './repository-address.js';

it.each([
  ['acme/shop', 'https://github.com/acme/shop'],
  ['https://git.example.org/acme/shop/', 'https://git.example.org/acme/shop'],
  ['git@git.example.org:acme/shop.git', 'https://git.example.org/acme/shop'],
  ['http://127.0.0.1:8080/shop', 'http://127.0.0.1:8080/shop'],
])('%s is cloned from %s', (repo, address) => {
  expect(repositoryAddress(repo)).toBe(address);
});

it.each([
  '../shop',
  '/srv/shop',
  'file:///srv/shop',
  '--upload-pack=sh',
  'ext::sh -c id',
  'https://*.example.org/shop',
  'https://git.example.org/shop?token=1',
])('%s is refused', (repo) => {
  expect(() => repositoryAddress(repo)).toThrow(
    expect.objectContaining({ code: 'repository_address_invalid' }),
  );
});

it.each(['https://me:hidden@example.org/shop', 'ssh://me:hidden@example.org/shop'])(
  'the error about %s does not show the password',
  (repo) => {
    expect(() => repositoryAddress(repo)).toThrow('contains a user name or a password');
    expect(() => repositoryAddress(repo)).not.toThrow(/hidden/);
  },
);

it('lets an agent reach the hosts of the repository, its models and its variables, and no pattern', () => {
  const hosts = (address: string) =>
    new Set(
      hostsFor(
        ['http://git.example.org:3000/shop'],
        { facts: claudeCode },
        { ANTHROPIC_BASE_URL: address },
      ),
    );
  const always = ['git.example.org:3000', 'api.anthropic.com'];
  expect(hosts('https://models.example.org/v1')).toEqual(
    new Set([...always, 'models.example.org:443']),
  );
  expect(hosts('https://*.com')).toEqual(new Set(always));
  expect(hosts('not an address')).toEqual(new Set(always));
});
