import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'svc-registry/kernel';
import {
  downloadArchive,
  downloadFile,
  listAvailableSkills,
  listFiles,
  listTiles,
  listVersions,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import type { ModerationStatus } from '../../../modules/registry/contract/version-view.js';
import { describeEachDatabase } from '../databases.js';
import { archiveOf, bytesOf, RegistryHost, textOf } from './registry-host.js';

const demo = { workspace: 'acme', tile: 'demo' };
const secret = { workspace: 'acme', tile: 'secret' };

describeEachDatabase('reading', (database) => {
  let registry: RegistryHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    await registry.publish({
      name: 'acme/demo',
      version: '1.0.0',
      rules: { a: 'Old' },
      files: { 'README.md': '# Old' },
    });
    await registry.publish({
      name: 'acme/demo',
      version: '1.1.0',
      rules: { a: '# Rule a' },
      files: { 'README.md': '# Demo' },
    });
    await registry.publish({
      name: 'acme/secret',
      private: true,
      skills: { hide: 'Hides' },
      rules: { a: 'Secret' },
    });
    await registry.publish({ name: 'other/tool' }, { token: 'outsider' });
  });
  afterAll(async () => {
    await registry.stop();
  });

  const moderate = (semver: string, state: ModerationStatus) =>
    registry.change(
      `UPDATE registry_versions SET state = '${state}', moderation_error = 'found something' WHERE semver = '${semver}'`,
    );
  const strangersAnswer = (work: Promise<unknown>) =>
    work.then(
      () => 'allowed',
      (error: unknown) => error as { code: string },
    );

  it('shows a public plugin to everybody', async () => {
    expect(await registry.invoke(viewTile, demo)).toMatchObject({
      name: 'acme/demo',
      latestVersion: '1.1.0',
      latest: { readme: '# Demo' },
    });
    expect(await registry.invoke(viewVersion, { ...demo, version: '1.0.0' })).toMatchObject({
      version: '1.0.0',
      readme: '# Old',
    });
    expect(await registry.invoke(viewVersion, { ...demo, version: 'latest' })).toMatchObject({
      version: '1.1.0',
    });
  });

  it('says what the caller may do with a plugin, when asked about that one', async () => {
    const actions = async (token?: string) =>
      (await registry.invoke(viewTile, demo, { ...(token && { token }) })).allowedActions;
    expect(await actions()).toEqual(['tile:read']);
    expect(await actions('member')).toEqual(['tile:read']);
    expect(await actions('publisher')).toEqual([
      'tile:read',
      'tile:publish',
      'tile:archive',
      'tile:unpublish',
    ]);
    for (const tile of (await registry.invoke(listTiles, {})).data)
      expect(tile).not.toHaveProperty('allowedActions');
  });

  it('lists versions from the lowest or from the highest', async () => {
    const versions = async (input: object) =>
      (await registry.invoke(listVersions, { ...demo, ...input })).data.map(
        ({ version }) => version,
      );
    expect(await versions({})).toEqual(['1.1.0', '1.0.0']);
    expect(await versions({ sort: '-version' })).toEqual(['1.1.0', '1.0.0']);
    expect(await versions({ sort: 'version' })).toEqual(['1.0.0', '1.1.0']);
    const { next } = await registry.invoke(listVersions, { ...demo, sort: 'version', pageSize: 1 });
    expect(await versions({ sort: 'version', after: next! })).toEqual(['1.1.0']);
  });

  it('shows a private plugin to members; to others it does not exist, in the same words', async () => {
    expect(await registry.invoke(viewTile, secret, { token: 'member' })).toMatchObject({
      private: true,
    });
    for (const token of [undefined, 'outsider']) {
      const hidden = await strangersAnswer(registry.invoke(viewTile, secret, { token }));
      const absent = await strangersAnswer(
        registry.invoke(viewTile, { ...secret, tile: 'absent' }, { token }),
      );
      expect(hidden).toMatchObject({ code: 'not_found', status: 404 });
      const words = (error: unknown) =>
        JSON.stringify({ ...(error as object), message: (error as Error).message });
      expect(words(hidden)).toBe(words(absent).replaceAll('absent', 'secret'));
    }
  });

  it('shows strangers nothing where the instance is closed to them', async () => {
    registry.people.publicReading = false;
    try {
      await expect(registry.invoke(viewTile, demo)).rejects.toMatchObject({ status: 404 });
      await expect(registry.invoke(listTiles, {})).rejects.toMatchObject({
        code: 'sign_in_required',
      });
      expect(await registry.invoke(viewTile, demo, { token: 'outsider' })).toMatchObject({
        name: 'acme/demo',
      });
      const file = await registry.invoke(
        downloadFile,
        { ...demo, version: '1.1.0', filePath: 'README.md' },
        { token: 'outsider' },
      );
      expect(file.shared).toBe(false);
    } finally {
      registry.people.publicReading = true;
    }
  });

  it('lists the public plugins and those of the own workspaces', async () => {
    const names = async (input: object, token?: string) =>
      (await registry.invoke(listTiles, input, { token })).data.map(
        ({ name, latestVersion }) => `${name}@${latestVersion ?? ''}`,
      );
    expect(await names({})).toEqual(['acme/demo@1.1.0', 'other/tool@1.0.0']);
    expect(await names({}, 'outsider')).toEqual(['acme/demo@1.1.0', 'other/tool@1.0.0']);
    expect(await names({}, 'member')).toEqual([
      'acme/demo@1.1.0',
      'acme/secret@1.0.0',
      'other/tool@1.0.0',
    ]);
    expect(await names({ workspace: 'acme' }, 'member')).toEqual([
      'acme/demo@1.1.0',
      'acme/secret@1.0.0',
    ]);
    expect(await names({ workspace: registry.people.workspaces[1]!.id })).toEqual([
      'other/tool@1.0.0',
    ]);
    expect(await names({ workspace: registry.people.workspaces[1]!.id.toUpperCase() })).toEqual([
      'other/tool@1.0.0',
    ]);
    for (const workspace of ['absent', '', '\0', 'a\0b', '__proto__'])
      expect(await names({ workspace })).toEqual([]);
  });

  it('leaves inline texts out of lists', async () => {
    const [tile] = (await registry.invoke(listTiles, {})).data;
    expect(tile!.latest).not.toHaveProperty('readme');
    const [version] = (await registry.invoke(listVersions, demo)).data;
    expect(version).not.toHaveProperty('steering');
  });

  it('pages through lists in both directions', async () => {
    const walk = async <T>(read: (cursor: object) => Promise<Page<T>>) => {
      const first = await read({ pageSize: 1 });
      const second = await read({ pageSize: 1, after: first.next });
      const back = await read({ pageSize: 1, before: second.prev });
      expect(first.prev).toBeNull();
      expect(back.data).toEqual(first.data);
      return [first.data[0], second.data[0]];
    };
    const versions = await walk((cursor) => registry.invoke(listVersions, { ...demo, ...cursor }));
    expect(versions.map((entry) => entry?.version)).toEqual(['1.1.0', '1.0.0']);
    const tiles = await walk((cursor) => registry.invoke(listTiles, cursor));
    expect(tiles.map((entry) => entry?.name)).toEqual(['acme/demo', 'other/tool']);
    const files = await walk((cursor) =>
      registry.invoke(listFiles, { ...demo, version: '1.1.0', ...cursor }),
    );
    expect(files.map((entry) => entry?.path)).toEqual(['.svc-plugin/plugin.json', 'README.md']);
    await expect(registry.invoke(listTiles, { after: 'x' })).rejects.toMatchObject({
      code: 'bad_cursor',
    });
    for (const pageSize of [21, 0, '5', '0x5', 1.5] as number[])
      await expect(registry.invoke(listTiles, { pageSize })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });

  it('hands out the archive as it was sent', async () => {
    const sent = await archiveOf({
      name: 'acme/demo',
      version: '1.1.0',
      rules: { a: '# Rule a' },
      files: { 'README.md': '# Demo' },
    });
    const file = await registry.invoke(downloadArchive, { ...demo, version: '1.1.0' });
    expect((await bytesOf(file)).equals(sent)).toBe(true);
    const { archiveSha256 } = await registry.invoke(viewVersion, { ...demo, version: '1.1.0' });
    expect(file).toMatchObject({
      etag: archiveSha256,
      size: sent.byteLength,
      immutable: true,
      shared: true,
      filename: 'acme-demo-1.1.0.tgz',
    });
  });

  it('lets no shared cache keep what is private, and nobody keep `latest`', async () => {
    const member = { token: 'member' };
    const file = await registry.invoke(
      downloadFile,
      { ...secret, version: 'latest', filePath: 'rules/a.md' },
      member,
    );
    expect(file).toMatchObject({
      shared: false,
      immutable: false,
      etag: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await textOf(file)).toBe('Secret');
  });

  it('lists the skills of the own workspaces', async () => {
    const skill = {
      name: 'hide',
      description: 'Hides',
      path: 'skills/hide',
      plugin: 'acme/secret',
      version: '1.0.0',
    };
    const own = { skills: [skill], total: 1, truncated: false };
    expect(await registry.invoke(listAvailableSkills, {}, { token: 'member' })).toEqual(own);
    expect(
      await registry.invoke(listAvailableSkills, { workspace: 'acme' }, { token: 'member' }),
    ).toEqual(own);
    expect(await registry.invoke(listAvailableSkills, {}, { token: 'outsider' })).toEqual({
      skills: [],
      total: 0,
      truncated: false,
    });
    await expect(
      registry.invoke(listAvailableSkills, { workspace: 'acme' }, { token: 'outsider' }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(registry.invoke(listAvailableSkills, {})).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });

  describe.each(['pending', 'fail', 'error', 'pass', 'skipped'] as const)(
    'a version in moderation "%s"',
    (state) => {
      const version = { ...demo, version: '1.0.0' };
      const available = state === 'pass' || state === 'skipped';
      beforeAll(async () => {
        await moderate('1.0.0', state);
      });
      afterAll(async () => {
        await moderate('1.0.0', 'skipped');
      });

      it(available ? 'is handed out' : 'is withheld, also its inline texts', async () => {
        const view = await registry.invoke(viewVersion, version);
        expect(view).toMatchObject({
          moderationStatus: state,
          moderationPassed: available,
          moderationError: 'found something',
        });
        expect([view.readme !== undefined, view.steering !== undefined]).toEqual([
          available,
          available,
        ]);
        const expected = available
          ? 'allowed'
          : expect.objectContaining({ code: 'moderation_hidden', status: 403 });
        expect(
          await strangersAnswer(
            registry.invoke(downloadFile, { ...version, filePath: 'README.md' }),
          ),
        ).toEqual(expected);
        expect(await strangersAnswer(registry.invoke(downloadArchive, version))).toEqual(expected);
        expect(await strangersAnswer(registry.invoke(listFiles, version))).toEqual(expected);
      });

      it('does not exist for outsiders when the plugin is private', async () => {
        await registry.change(
          `UPDATE registry_versions SET state = '${state}' WHERE tile_id IN (SELECT id FROM registry_tiles WHERE name = 'secret')`,
        );
        const file = { ...secret, version: '1.0.0', filePath: 'rules/a.md' };
        expect(
          await strangersAnswer(registry.invoke(downloadFile, file, { token: 'outsider' })),
        ).toMatchObject({ status: 404 });
        expect(
          await strangersAnswer(registry.invoke(downloadFile, file, { token: 'member' })),
        ).toEqual(available ? 'allowed' : expect.objectContaining({ code: 'moderation_hidden' }));
      });
    },
  );
});
