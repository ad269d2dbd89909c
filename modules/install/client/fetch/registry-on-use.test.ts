import { describe, expect, it } from '@jest/globals';
import { RegistryOnUse } from './registry-on-use.js';

/** Answers every call with the operation's id and its input. */
function openRegistry() {
  const calls: unknown[] = [];
  const invoke = (operation: { readonly id: string }, input: object) => {
    calls.push([operation.id, input]);
    const version = { version: '1.2.0', archivedAt: null };
    const body = (async function* () {
      yield await Promise.resolve(Buffer.from('archive'));
    })();
    return Promise.resolve({ ...version, latest: version, data: [version], next: null, body });
  };
  const connection = () => Promise.resolve({ origin: 'http://127.0.0.1:9', token: undefined });
  const registry = new RegistryOnUse(
    { invoke: invoke as never, signal: new AbortController().signal },
    connection,
  );
  return { registry, calls };
}

describe('the registry of the configuration', () => {
  it('is asked what it was asked before it was loaded', async () => {
    const { registry, calls } = openRegistry();
    const [latest, version, versions, archive] = await Promise.all([
      registry.latest('acme/tools'),
      registry.version('acme/tools', '1.2.0'),
      registry.versions('acme/tools', { commit: 'abcdef0' }),
      registry.download('acme/tools', '1.2.0'),
    ]);
    expect([
      latest.version,
      version.version,
      versions.length,
      Buffer.from(archive).toString(),
    ]).toEqual(['1.2.0', '1.2.0', 1, 'archive']);
    const named = { workspace: 'acme', tile: 'tools' };
    expect(calls).toEqual([
      ['registry.viewTile', expect.objectContaining(named)],
      ['registry.viewVersion', expect.objectContaining({ ...named, version: '1.2.0' })],
      ['registry.listVersions', expect.objectContaining({ ...named, commit: 'abcdef0' })],
      ['registry.downloadArchive', expect.objectContaining({ ...named, version: '1.2.0' })],
    ]);
  });
});
