import { expect, it } from '@jest/globals';
import { notFound, type Context } from 'svc-registry/kernel';
import { HttpRegistryClient, inCommandWords } from './registry-client.js';

const { signal } = new AbortController();
const connection = () => Promise.resolve({ origin: 'https://svc.example.com', token: undefined });

/** A registry that answers everything so. */
const answering = (answer: (asked: number) => unknown): HttpRegistryClient => {
  let asked = 0;
  const invoke = (() => Promise.resolve(answer((asked += 1)))) as Context['invoke'];
  return new HttpRegistryClient({ invoke, signal }, connection);
};

it('reads a list of versions page by page', async () => {
  const registry = answering((asked) => ({
    data: [{ version: `1.${asked}.0` }],
    next: asked < 3 ? String(asked) : null,
    prev: null,
  }));
  expect(await registry.versions('acme/tools')).toEqual([
    { version: '1.1.0' },
    { version: '1.2.0' },
    { version: '1.3.0' },
  ]);
});

it('does not read a list without an end', async () => {
  const registry = answering(() => ({ data: [], next: 'more', prev: null }));
  await expect(registry.versions('acme/tools')).rejects.toMatchObject({
    code: 'server_unreachable',
    message:
      'The server at https://svc.example.com cannot be reached: its list of the versions of acme/tools has no end.',
  });
});

it('holds no more of an archive without an end than an archive may have', async () => {
  const chunk = new Uint8Array(1024 * 1024);
  let ended = false;
  async function* body() {
    try {
      for (;;) yield await Promise.resolve(chunk);
    } finally {
      ended = true;
    }
  }
  const archive = await answering(() => ({
    body: body(),
    contentType: 'application/gzip',
  })).download('acme/tools', '1.0.0');
  expect([archive.length, ended]).toEqual([33 * 1024 * 1024, true]);
});

it.each([
  ['acme/tools', 'Check the name: `svc search` finds what you can see on https://svc.example.com.'],
  [
    'acme/tools@9.9.9',
    '`svc info acme/tools` lists the versions that you can see on https://svc.example.com.',
  ],
])('says where to look for what is not there: %s', async (name, hint) => {
  const signedIn = () => Promise.resolve({ origin: 'https://svc.example.com', token: 'key' });
  const call = () => Promise.reject(notFound({ kind: 'tile', id: name }));
  await expect(inCommandWords(name, signedIn, call)).rejects.toMatchObject({ hint });
});
