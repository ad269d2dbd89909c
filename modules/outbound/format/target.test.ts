import { expect, it } from '@jest/globals';
import { throughProxy } from './target.js';

const through = (env: Readonly<Record<string, string>>, host = 'a.example.com'): boolean =>
  throughProxy({ HTTPS_PROXY: 'http://p:1', ...env }, new URL(`https://${host}/`), 'The schema');

it('requests go through the proxy when the operator says so, and directly otherwise', () => {
  expect(through({ SVC_OUTBOUND_PROXY: 'use' })).toBe(true);
  expect(through({ SVC_OUTBOUND_PROXY: 'skip' })).toBe(false);
  expect(through({ HTTPS_PROXY: '' })).toBe(false);
  expect(() => through({})).toThrow('SVC_OUTBOUND_PROXY');
  expect(() => through({ HTTPS_PROXY: '', https_proxy: 'http://p:1' })).toThrow('HTTPS_PROXY');
});

// otherwise they would be connected to directly and without a check of their address
it.each(['NO_PROXY', 'no_proxy'])('a host of %s does not go through the proxy', (name) => {
  const env = { SVC_OUTBOUND_PROXY: 'use', [name]: '.example.com, 10.0.0.0/8' };
  expect(through(env)).toBe(false);
  expect(through(env, 'example.org')).toBe(true);
});
