import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { publishTile, listVersions, viewTile, listFiles } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { archiveOf, RegistryHost } from './registry-host.js';

describeEachDatabase('publishing', (database) => {
  let registry: RegistryHost;
  let plugin = 0;
  let name = '';

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
  });
  afterAll(async () => {
    await registry.stop();
  });
  beforeEach(() => {
    plugin += 1;
    name = `acme/demo-${plugin}`;
  });

  const view = () => registry.invoke(viewTile, { workspace: 'acme', tile: name.split('/')[1]! }, { token: 'member' });

  it('makes the plugin at the first publish, available at once while nothing scans', async () => {
    const result = await registry.publish({ name, description: 'First', skills: { look: 'Looks' }, rules: { style: '# Style\n' } });
    expect(result).toMatchObject({ name, version: '1.0.0', unchanged: false, latestVersion: '1.0.0', moderationStatus: 'skipped' });
    expect(await view()).toMatchObject({
      name,
      workspace: 'acme',
      description: 'First',
      private: false,
      latestVersion: '1.0.0',
      latest: {
        version: '1.0.0',
        moderationStatus: 'skipped',
        moderationPassed: true,
        fingerprint: result.fingerprint,
        skills: [{ name: 'look', description: 'Looks', path: 'skills/look' }],
        rules: [{ name: 'style', path: 'rules/style.md' }],
        steering: [{ name: 'style', path: 'rules/style.md', content: '# Style\n' }],
      },
    });
  });

  it('takes the same content again for done', async () => {
    const first = await registry.publish({ name });
    const second = await registry.publish({ name });
    expect(second).toEqual(Object.assign(first, { unchanged: true }));
  });

  it('records the commit that a version was first published from, and finds versions by it', async () => {
    const [commit, other, sha256] = [`abcdef1${'0'.repeat(33)}`, `abcdef12${'0'.repeat(32)}`, 'e'.repeat(64)] as const;
    await registry.publish({ name }, { commit });
    expect(await registry.publish({ name }, { commit: other })).toMatchObject({ unchanged: true });
    await registry.publish({ name, version: '1.10.0' }, { commit });
    await registry.publish({ name, version: '1.9.0' }, { commit: sha256 });
    await registry.publish({ name, version: '1.9.1' });
    const at = async (asked?: string) => {
      const input = { workspace: 'acme', tile: name.split('/')[1]!, ...(asked === undefined ? {} : { commit: asked }) };
      return (await registry.invoke(listVersions, input)).data.map((found) => [found.version, found.commit]);
    };
    expect(await at()).toEqual([
      ['1.10.0', commit],
      ['1.9.1', null],
      ['1.9.0', sha256],
      ['1.0.0', commit],
    ]);
    for (const asked of ['abcdef1', commit]) {
      expect(await at(asked)).toEqual([
        ['1.10.0', commit],
        ['1.0.0', commit],
      ]);
    }
    expect(await at('eeeeeee')).toEqual([['1.9.0', sha256]]);
    expect(await at('bcdef10')).toEqual([]);
    for (const asked of ['abcdef', 'ABCDEF1', '%%%%%%%', 'a'.repeat(65)])
      await expect(at(asked)).rejects.toMatchObject({ code: 'invalid_input', status: 400 });
    for (const sent of ['abcdef1', 'A'.repeat(40), 'a'.repeat(41), `${'a'.repeat(40)}\n`])
      await expect(registry.publish({ name, version: '2.0.0' }, { commit: sent })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses a version with other content, and names a free one', async () => {
    await registry.publish({ name });
    await registry.publish({ name, version: '1.4.0' });
    await expect(registry.publish({ name, description: 'Changed' })).rejects.toMatchObject({
      code: 'version_exists',
      status: 409,
      details: { nextVersion: '1.4.1' },
    });
    expect((await view()).description).toBe('A demo');
  });

  it('takes versions that differ in build metadata alone for the same', async () => {
    await registry.publish({ name, version: '1.0.0+one' });
    await expect(registry.publish({ name, version: '1.0.0+two' })).rejects.toMatchObject({ code: 'version_exists' });
  });

  it('keeps the highest release as the latest, a prerelease only when there is nothing else', async () => {
    expect(await registry.publish({ name, version: '2.0.0-beta.1' })).toMatchObject({ latestVersion: '2.0.0-beta.1' });
    expect(await registry.publish({ name, version: '1.0.0' })).toMatchObject({ latestVersion: '1.0.0' });
    expect(await registry.publish({ name, version: '1.10.0' })).toMatchObject({ latestVersion: '1.10.0' });
    expect(await registry.publish({ name, version: '1.9.0', description: 'Older' })).toMatchObject({ latestVersion: '1.10.0' });
    expect(await view()).toMatchObject({ latestVersion: '1.10.0', description: 'A demo' });
    const { data } = await registry.invoke(listVersions, { workspace: 'acme', tile: name.split('/')[1]! });
    expect(data.map(({ version }) => version)).toEqual(['2.0.0-beta.1', '1.10.0', '1.9.0', '1.0.0']);
  });

  it('never changes in passing who may see a plugin', async () => {
    await registry.publish({ name, private: true });
    await expect(registry.publish({ name, version: '1.0.1' })).rejects.toMatchObject({ code: 'visibility_conflict', status: 409 });
    await expect(registry.publish({ name, version: '1.0.1', private: true }, { goPublic: true })).rejects.toMatchObject({
      code: 'manifest_is_private',
    });
    expect(await view()).toMatchObject({ private: true, latestVersion: '1.0.0' });

    await registry.publish({ name, version: '1.0.1' }, { goPublic: true });
    expect(await view()).toMatchObject({ private: false, latestVersion: '1.0.1' });
    await expect(registry.publish({ name, version: '1.0.2', private: true })).rejects.toMatchObject({ code: 'visibility_conflict' });
  });

  it('needs the publisher role, and says whom to ask', async () => {
    await expect(registry.publish({ name }, { token: 'member' })).rejects.toMatchObject({
      code: 'publish_refused',
      status: 401,
      hint: expect.stringContaining('manager or owner'),
    });
    await expect(registry.publish({ name }, { token: 'outsider' })).rejects.toMatchObject({ status: 404 });
  });

  it('publishes to no other workspace than the manifest names', async () => {
    const upload = await archiveOf({ name: 'other/demo' });
    await expect(registry.invoke(publishTile, { workspace: 'acme' }, { token: 'publisher', upload })).rejects.toMatchObject({
      code: 'workspace_mismatch',
      status: 400,
    });
  });

  it('finds the workspace by its id too', async () => {
    const { id } = registry.people.workspaces[0]!;
    const result = await registry.invoke(publishTile, { workspace: id }, { token: 'publisher', upload: await archiveOf({ name }) });
    expect(result.name).toBe(name);
  });

  it('refuses what is no archive, and an archive that is too large or absent', async () => {
    const send = (upload: Uint8Array | AsyncIterable<Uint8Array> | undefined) =>
      registry.invoke(publishTile, { workspace: 'acme' }, { token: 'publisher', ...(upload && { upload }) });
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream that is ready
    async function* endless() {
      for (;;) yield new Uint8Array(1024 * 1024);
    }
    await expect(send(Buffer.from('not gzip'))).rejects.toMatchObject({ status: 400 });
    await expect(send(new Uint8Array())).rejects.toMatchObject({ code: 'upload_missing' });
    await expect(send(undefined)).rejects.toMatchObject({ code: 'upload_missing' });
    await expect(send(endless())).rejects.toMatchObject({ code: 'upload_too_large', status: 413 });
  });

  it('stores text as it is, also what databases choke on', async () => {
    const readme = 'NUL \0 here, \u{1F600} and "quotes"';
    await registry.publish({ name, description: 'Ünïcode \u{1F680}', files: { 'README.md': readme } });
    const tile = await view();
    expect(tile.description).toBe('Ünïcode \u{1F680}');
    expect(tile.latest!.readme).toBe(readme.replace('\0', '\uFFFD'));
  });

  it('gives 50 publishes of one version 50 versions when each takes the next free one', async () => {
    const publishOne = async (at: number, version = '1.0.0'): Promise<string> => {
      try {
        return (await registry.publish({ name, version, description: `From ${at}` })).version;
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { nextVersion: string } };
        if (code !== 'version_exists') throw error;
        return publishOne(at, details!.nextVersion);
      }
    };
    const versions = await Promise.all(Array.from({ length: 50 }, (_, at) => publishOne(at)));
    expect(new Set(versions).size).toBe(50);
    expect((await view()).latestVersion).toBe('1.0.49');
    const { data } = await registry.invoke(listVersions, { workspace: 'acme', tile: name.split('/')[1]! });
    expect(data).toHaveLength(50);
    for (const { version, fileCount } of data) {
      const files = await registry.invoke(listFiles, { workspace: 'acme', tile: name.split('/')[1]!, version });
      expect(files.data).toHaveLength(fileCount);
    }
  }, 60_000);

  it('lets one of many different uploads of a version win', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => registry.publish({ name, description: `From ${at}` })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));
    expect(new Set(codes)).toEqual(new Set(['version_exists']));
  });
});
