import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SvcError } from 'svc-registry/kernel';
import {
  publishTile,
  listVersions,
  previewPublish,
  unpublishVersion,
  viewTile,
  listFiles,
} from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { archiveOf, RegistryHost, tileOf } from './registry-host.js';

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

  const view = () => registry.invoke(viewTile, tileOf(name), { token: 'member' });

  it('makes the plugin at the first publish, available immediately while nothing scans', async () => {
    const result = await registry.publish({
      name,
      description: 'First',
      skills: { look: 'Looks' },
      rules: { style: '# Style\n' },
    });
    expect(result).toMatchObject({
      name,
      version: '1.0.0',
      unchanged: false,
      latestVersion: '1.0.0',
      moderationStatus: 'skipped',
    });
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
    const [commit, other, sha256] = [
      `abcdef1${'0'.repeat(33)}`,
      `abcdef12${'0'.repeat(32)}`,
      'e'.repeat(64),
    ] as const;
    await registry.publish({ name }, { commit });
    expect(await registry.publish({ name }, { commit: other })).toMatchObject({ unchanged: true });
    await registry.publish({ name, version: '1.10.0' }, { commit });
    await registry.publish({ name, version: '1.9.0' }, { commit: sha256 });
    await registry.publish({ name, version: '1.9.1' });
    const at = async (asked?: string) => {
      const input = { ...tileOf(name), ...(asked === undefined ? {} : { commit: asked }) };
      return (await registry.invoke(listVersions, input)).data.map((found) => [
        found.version,
        found.commit,
      ]);
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
      await expect(
        registry.publish({ name, version: '2.0.0' }, { commit: sent }),
      ).rejects.toMatchObject({ code: 'invalid_input' });
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
    await expect(registry.publish({ name, version: '1.0.0+two' })).rejects.toMatchObject({
      code: 'version_exists',
    });
  });

  it('keeps the highest release as the latest, a prerelease only when there is nothing else', async () => {
    expect(await registry.publish({ name, version: '2.0.0-beta.1' })).toMatchObject({
      latestVersion: '2.0.0-beta.1',
    });
    expect(await registry.publish({ name, version: '1.0.0' })).toMatchObject({
      latestVersion: '1.0.0',
    });
    expect(await registry.publish({ name, version: '1.10.0' })).toMatchObject({
      latestVersion: '1.10.0',
    });
    expect(await registry.publish({ name, version: '1.9.0', description: 'Older' })).toMatchObject({
      latestVersion: '1.10.0',
    });
    expect(await view()).toMatchObject({ latestVersion: '1.10.0', description: 'A demo' });
    const { data } = await registry.invoke(listVersions, tileOf(name));
    expect(data.map(({ version }) => version)).toEqual([
      '2.0.0-beta.1',
      '1.10.0',
      '1.9.0',
      '1.0.0',
    ]);
  });

  it('never changes in passing who may see a plugin', async () => {
    await registry.publish({ name, private: true });
    await expect(registry.publish({ name, version: '1.0.1' })).rejects.toMatchObject({
      code: 'visibility_conflict',
      status: 409,
    });
    await expect(
      registry.publish({ name, version: '1.0.1', private: true }, { goPublic: true }),
    ).rejects.toMatchObject({
      code: 'manifest_is_private',
    });
    expect(await view()).toMatchObject({ private: true, latestVersion: '1.0.0' });

    await registry.publish({ name, version: '1.0.1' }, { goPublic: true });
    expect(await view()).toMatchObject({ private: false, latestVersion: '1.0.1' });
    await expect(registry.publish({ name, version: '1.0.2', private: true })).rejects.toMatchObject(
      { code: 'visibility_conflict' },
    );
  });

  it('needs the publisher role, and says whom to ask, also when the workspace is hidden or does not exist', async () => {
    const refusalOf = (sent: string, token: string) =>
      registry.publish({ name: sent }, { token }).then(
        () => undefined,
        (error: unknown) => error as SvcError,
      );
    for (const [sent, token] of [
      [name, 'member'],
      [name, 'outsider'],
      ['nowhere/demo', 'publisher'],
    ] as const) {
      const { code, status, message, hint, details } = (await refusalOf(sent, token))!;
      expect({ code, status, message, hint, details }).toEqual({
        code: 'publish_refused',
        status: 401,
        message: `You may not publish to the workspace "${sent.split('/')[0]!}": that needs the publisher role or higher.`,
        hint: expect.stringContaining('Ask a workspace manager or owner'),
        details: {},
      });
    }
  });

  it('publishes to no other workspace than the manifest names', async () => {
    const upload = await archiveOf({ name: 'other/demo' });
    await expect(
      registry.invoke(publishTile, { workspace: 'acme' }, { token: 'publisher', upload }),
    ).rejects.toMatchObject({
      code: 'workspace_mismatch',
      status: 400,
    });
  });

  it('finds the workspace by its id too', async () => {
    const { id } = registry.people.workspaces[0]!;
    const result = await registry.invoke(
      publishTile,
      { workspace: id },
      { token: 'publisher', upload: await archiveOf({ name }) },
    );
    expect(result.name).toBe(name);
  });

  it('refuses what is no archive, and an archive that is too large or absent', async () => {
    const send = (upload: Uint8Array | AsyncIterable<Uint8Array> | undefined) =>
      registry.invoke(
        publishTile,
        { workspace: 'acme' },
        { token: 'publisher', ...(upload && { upload }) },
      );
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream that is ready
    async function* endless() {
      for (;;) yield new Uint8Array(1024 * 1024);
    }
    await expect(send(Buffer.from('not gzip'))).rejects.toMatchObject({ status: 400 });
    await expect(send(new Uint8Array())).rejects.toMatchObject({ code: 'upload_missing' });
    await expect(send(undefined)).rejects.toMatchObject({ code: 'upload_missing' });
    await expect(send(endless())).rejects.toMatchObject({ code: 'upload_too_large', status: 413 });
  });

  it('refuses tool servers without a type that is known, and a missing file of them', async () => {
    const pluginWith = (server: object) => ({
      name,
      files: { '.mcp.json': JSON.stringify({ mcpServers: { db: server } }) },
    });
    for (const [plugin, field] of [
      [pluginWith({ type: 'sse', url: 'https://x.example' }), 'mcpServers.db.type'],
      [pluginWith({ command: 'db' }), 'mcpServers.db'],
      [{ name, extra: { mcpServers: '.mcp.json' } }, 'mcpServers'],
    ] as const)
      await expect(registry.publish(plugin)).rejects.toMatchObject({
        code: 'plugin_invalid',
        status: 400,
        issues: [{ field }],
      });
    expect(await registry.publish(pluginWith({ type: 'stdio', command: 'db' }))).toMatchObject({
      version: '1.0.0',
    });
  });

  it('stores text as it is, also what databases choke on', async () => {
    const readme = 'NUL \0 here, \u{1F600} and "quotes"';
    await registry.publish({
      name,
      description: 'Ünïcode \u{1F680}',
      files: { 'README.md': readme },
    });
    const tile = await view();
    expect(tile.description).toBe('Ünïcode \u{1F680}');
    expect(tile.latest!.readme).toBe(readme.replace('\0', '\u2400'));
  });

  describe('asked beforehand', () => {
    const fingerprint = 'f'.repeat(64);
    const ask = (version: string, more: object = {}, token = 'publisher') => {
      const input = { ...tileOf(name), version, fingerprint, ...more };
      return registry.invoke(previewPublish, input, { token });
    };

    it('says which version would be published, and keeps it for nobody', async () => {
      expect(await ask('1.0.0')).toEqual({ version: '1.0.0', unchanged: false, private: null });
      await registry.publish({ name, version: '1.4.0', private: true });
      const published = await registry.publish({ name, version: '1.0.0', private: true });
      for (let times = 2; times > 0; times -= 1)
        expect(await ask('1.0.0')).toEqual({ version: '1.4.1', unchanged: false, private: true });
      expect(await ask('1.0.0', { bump: 'minor' })).toMatchObject({ version: '1.5.0' });
      expect(await ask('1.0.0', { fingerprint: published.fingerprint })).toMatchObject({
        version: '1.0.0',
        unchanged: true,
      });
      expect(await ask('3.0.0')).toMatchObject({ version: '3.0.0', unchanged: false });
      await expect(
        registry.publish({ name, private: true, description: 'Changed' }),
      ).rejects.toMatchObject({
        details: { nextVersion: '1.4.1' },
      });
    });

    it('knows versions that were taken back, and plugins that have none left', async () => {
      await registry.publish({ name });
      await registry.invoke(
        unpublishVersion,
        { ...tileOf(name), version: '1.0.0' },
        { token: 'publisher' },
      );
      expect(await ask('1.0.0')).toEqual({ version: '1.0.1', unchanged: false, private: null });
    });

    it('is for those who may publish, and for versions', async () => {
      for (const token of ['member', 'outsider'])
        await expect(ask('1.0.0', {}, token)).rejects.toMatchObject({ code: 'publish_refused' });
      await expect(ask('1.0.0', { workspace: 'nowhere' })).rejects.toMatchObject({
        code: 'publish_refused',
      });
      await expect(ask('one')).rejects.toMatchObject({ code: 'invalid_input' });
      const highest = [
        Number.MAX_SAFE_INTEGER,
        Number.MAX_SAFE_INTEGER,
        Number.MAX_SAFE_INTEGER,
      ].join('.');
      await registry.publish({ name, version: highest });
      await expect(ask(highest)).rejects.toMatchObject({
        code: 'version_exists',
        details: { nextVersion: null },
      });
    });
  });

  it('suggests another version to everybody who sends other content, by the part that is to be raised', async () => {
    await registry.publish({ name });
    const refusedWith = async (description: string, bump?: 'minor') => {
      const upload = await archiveOf({ name, description });
      const input = { workspace: 'acme', ...(bump !== undefined && { bump }) };
      return registry
        .invoke(publishTile, input, { token: 'publisher', upload })
        .catch((error: unknown) => (error as SvcError).details);
    };
    expect(await refusedWith('One')).toEqual({ nextVersion: '1.0.1' });
    expect(await refusedWith('Two')).toEqual({ nextVersion: '1.0.2' });
    expect(await refusedWith('Two')).toEqual({ nextVersion: '1.0.2' });
    expect(await refusedWith('Three', 'minor')).toEqual({ nextVersion: '1.1.0' });
    registry.clock.now = new Date(registry.clock.now.getTime() + 60_000);
    expect(await refusedWith('Four')).toEqual({ nextVersion: '1.0.1' });
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
    const { data } = await registry.invoke(listVersions, tileOf(name));
    expect(data).toHaveLength(50);
    for (const { version, fileCount } of data) {
      const files = await registry.invoke(listFiles, { ...tileOf(name), version });
      expect(files.data).toHaveLength(fileCount);
    }
  });

  it('lets one of many different uploads of a version win', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => registry.publish({ name, description: `From ${at}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['version_exists']));
  });
});
