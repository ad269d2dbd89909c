import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import {
  archiveTile,
  archiveVersion,
  downloadArchive,
  downloadFile,
  listAvailableSkills,
  listTiles,
  listVersions,
  searchRegistry,
  unpublishTile,
  unpublishVersion,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import { WorkspacePlugins } from '../../../modules/registry/server/workspace-plugins.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost, textOf } from './registry-host.js';

const HOUR = 60 * 60 * 1000;
const publisher = { token: 'publisher' };
const member = { token: 'member' };

describeEachDatabase('what is taken out of use', (database) => {
  let registry: RegistryHost;
  let count = 0;
  let tile: { workspace: string; tile: string };
  let name: string;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
  });
  afterAll(async () => {
    await registry.stop();
  });
  beforeEach(() => {
    tile = { workspace: 'acme', tile: `tool-${++count}` };
    name = `acme/${tile.tile}`;
  });

  const invoke = ((...args: Parameters<RegistryHost['invoke']>) =>
    registry.invoke(...args)) as RegistryHost['invoke'];
  const publish = (version: string, more: object = {}) =>
    registry.publish({ name, version, description: `About ${version}`, ...more });
  const at = (version: string) => ({ ...tile, version });
  const view = () => invoke(viewTile, tile, member);
  const versions = async (input: object = {}) =>
    (await invoke(listVersions, { ...tile, ...input }, member)).data.map(({ version }) => version);
  const found = async () =>
    (await invoke(searchRegistry, { query: tile.tile }, member)).data
      .filter(({ plugin }) => plugin === name)
      .map(({ version, description }) => [version, description]);

  describe('an archived version', () => {
    it('is no longer the latest, nor listed or found, and still downloaded by who has it', async () => {
      await publish('1.0.0');
      await publish('1.1.0', { rules: { a: 'A' } });
      const archived = await invoke(
        archiveVersion,
        { ...at('1.1.0'), archived: true, archivedReason: ' Leaks. ' },
        publisher,
      );
      expect(archived).toMatchObject({
        version: '1.1.0',
        archivedAt: '2026-03-01T09:00:00.000Z',
        archivedReason: 'Leaks.',
      });
      expect(await view()).toMatchObject({
        latestVersion: '1.0.0',
        description: 'About 1.0.0',
        archivedAt: null,
      });
      expect(await versions()).toEqual(['1.0.0']);
      expect(await versions({ includeArchived: true })).toEqual(['1.1.0', '1.0.0']);
      expect(await found()).toEqual([['1.0.0', 'About 1.0.0']]);
      expect(await invoke(viewVersion, at('1.1.0'))).toMatchObject({ archivedReason: 'Leaks.' });
      expect(
        await textOf(await invoke(downloadFile, { ...at('1.1.0'), filePath: 'rules/a.md' })),
      ).toBe('A');
    });

    it('comes back when it is restored', async () => {
      await publish('1.0.0');
      await invoke(archiveVersion, { ...at('1.0.0'), archived: true }, publisher);
      expect(await view()).toMatchObject({ latestVersion: null, description: 'About 1.0.0' });
      expect(await found()).toEqual([]);
      const restored = await invoke(archiveVersion, { ...at('1.0.0'), archived: false }, publisher);
      expect(restored).toMatchObject({ archivedAt: null, archivedReason: null });
      expect(await view()).toMatchObject({ latestVersion: '1.0.0' });
      expect(await found()).toEqual([['1.0.0', 'About 1.0.0']]);
    });

    it('keeps its moment when it is archived again, and its reason unless there is a new one', async () => {
      await publish('1.0.0');
      const archive = (more: object) =>
        invoke(archiveVersion, { ...at('1.0.0'), archived: true, ...more }, publisher);
      const { archivedAt } = await archive({ archivedReason: 'First \0' });
      registry.clock.now = new Date(registry.clock.now.getTime() + HOUR);
      expect(await archive({})).toMatchObject({ archivedAt, archivedReason: 'First \u2400' });
      expect(await archive({ archivedReason: 'Second' })).toMatchObject({
        archivedAt,
        archivedReason: 'Second',
      });
      expect(await archive({ archivedReason: ' ' })).toMatchObject({
        archivedAt,
        archivedReason: null,
      });
    });

    it('has to be named exactly', async () => {
      await publish('1.0.0');
      for (const call of [
        invoke(archiveVersion, { ...at('latest'), archived: true }, publisher),
        invoke(unpublishVersion, at('latest'), publisher),
      ])
        await expect(call).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining('exact'),
        });
      expect(await versions()).toEqual(['1.0.0']);
    });
  });

  describe('an archived plugin', () => {
    it('is not listed or found, takes no version, and is still downloaded by who has it', async () => {
      await publish('1.0.0', { skills: { dig: 'Digs' } });
      await publish('1.1.0', { rules: { a: 'A' } });
      await invoke(
        archiveVersion,
        { ...at('1.1.0'), archived: true, archivedReason: 'Own reason' },
        publisher,
      );
      const archived = await invoke(
        archiveTile,
        { ...tile, archived: true, archivedReason: 'Use acme/new' },
        publisher,
      );
      expect(archived).toMatchObject({
        latestVersion: null,
        latest: null,
        archivedReason: 'Use acme/new',
        description: 'About 1.1.0',
      });
      const names = async (input: object) =>
        (await invoke(listTiles, { workspace: 'acme', ...input }, member)).data.map(
          (one) => one.name,
        );
      expect(await names({})).not.toContain(name);
      expect(await names({ includeArchived: true })).toContain(name);
      expect(await found()).toEqual([]);
      expect(
        (await invoke(listAvailableSkills, {}, member)).skills.map(({ plugin }) => plugin),
      ).not.toContain(name);
      expect(await versions()).toEqual([]);
      const all = (await invoke(listVersions, { ...tile, includeArchived: true }, member)).data;
      expect(all.map(({ version, archivedReason }) => [version, archivedReason])).toEqual([
        ['1.1.0', 'Own reason'],
        ['1.0.0', 'Use acme/new'],
      ]);
      await expect(invoke(viewVersion, at('latest'))).rejects.toMatchObject({ code: 'not_found' });
      expect(
        await textOf(await invoke(downloadFile, { ...at('1.1.0'), filePath: 'rules/a.md' })),
      ).toBe('A');
      await expect(publish('1.2.0')).rejects.toMatchObject({
        code: 'tile_archived',
        message: expect.stringContaining('Use acme/new'),
        hint: expect.stringContaining(`svc plugin unarchive ${name}`),
      });
    });

    it('comes back when it is restored, without the versions that were archived by themselves', async () => {
      await publish('1.0.0');
      await publish('2.0.0');
      await invoke(archiveVersion, { ...at('2.0.0'), archived: true }, publisher);
      await invoke(archiveTile, { ...tile, archived: true }, publisher);
      expect(await invoke(archiveTile, { ...tile, archived: false }, publisher)).toMatchObject({
        latestVersion: '1.0.0',
        archivedAt: null,
      });
      expect(await found()).toEqual([['1.0.0', 'About 1.0.0']]);
      expect(await publish('2.1.0')).toMatchObject({ latestVersion: '2.1.0' });
    });
  });

  describe('an unpublished version', () => {
    it('is gone, said to be so, and never used again', async () => {
      await publish('1.0.0');
      await publish('1.1.0', { rules: { a: 'A' } });
      await invoke(unpublishVersion, at('1.1.0'), publisher);
      expect(await view()).toMatchObject({ latestVersion: '1.0.0', description: 'About 1.0.0' });
      expect(await versions({ includeArchived: true })).toEqual(['1.0.0']);
      expect(await found()).toEqual([['1.0.0', 'About 1.0.0']]);
      const gone = {
        code: 'version_unpublished',
        status: 410,
        exit: 4,
        hint: expect.stringContaining(`svc install ${name}`),
      };
      for (const call of [
        () => invoke(viewVersion, at('1.1.0')),
        () => invoke(viewVersion, at('1.1.0+build')),
        () => invoke(downloadArchive, at('1.1.0')),
        () => invoke(downloadFile, { ...at('1.1.0'), filePath: 'rules/a.md' }),
        () => invoke(unpublishVersion, at('1.1.0'), publisher),
        () => invoke(archiveVersion, { ...at('1.1.0'), archived: true }, publisher),
      ])
        await expect(call()).rejects.toMatchObject(gone);
      // the same content under the same version is refused as well
      const refused: [string, string, string][] = [
        ['1.1.0', 'A', '1.1.1'],
        // no version is suggested for two contents at once
        ['1.1.0', 'B', '1.1.2'],
        ['1.0.0', 'C', '1.1.3'],
      ];
      for (const [version, text, nextVersion] of refused)
        await expect(publish(version, { rules: { a: text } })).rejects.toMatchObject({
          code: 'version_exists',
          details: { nextVersion },
        });
    });

    it('of a private plugin is shown to members only', async () => {
      await publish('1.0.0', { private: true });
      await publish('1.1.0', { private: true });
      await invoke(unpublishVersion, at('1.1.0'), publisher);
      await expect(invoke(viewVersion, at('1.1.0'), member)).rejects.toMatchObject({
        code: 'version_unpublished',
      });
      for (const token of [undefined, 'outsider'])
        await expect(invoke(viewVersion, at('1.1.0'), { token })).rejects.toMatchObject({
          code: 'not_found',
        });
    });

    it('was out for 48 hours at most, unless the plugin is private', async () => {
      await publish('1.0.0');
      await publish('1.1.0');
      const start = registry.clock.now.getTime();
      registry.clock.now = new Date(start + 48 * HOUR);
      await invoke(unpublishVersion, at('1.0.0'), publisher);
      registry.clock.now = new Date(start + 48 * HOUR + 1);
      await expect(invoke(unpublishVersion, at('1.1.0'), publisher)).rejects.toMatchObject({
        code: 'unpublish_too_late',
        status: 409,
        hint: expect.stringContaining(`svc plugin archive ${name}@1.1.0`),
      });
      expect(await versions()).toEqual(['1.1.0']);

      const hidden = { workspace: 'acme', tile: `${tile.tile}-private` };
      await registry.publish({ name: `${name}-private`, private: true });
      registry.clock.now = new Date(registry.clock.now.getTime() + 1000 * HOUR);
      await invoke(unpublishVersion, { ...hidden, version: '1.0.0' }, publisher);
      await expect(invoke(viewTile, hidden, member)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('a plugin whose versions are all unpublished', () => {
    const contentOf = async (): Promise<string | null> => {
      const services = await registry.host.kernel.services('registry');
      const { id } = registry.people.workspaces[0]!;
      return services.build(WorkspacePlugins).describe(id);
    };

    it('does not exist, and the workspace is as empty as before', async () => {
      const before = await contentOf();
      await publish('1.0.0', { private: true });
      await publish('1.1.0', { private: true });
      expect(await contentOf()).not.toBe(before);
      await invoke(unpublishTile, tile, publisher);
      expect(await contentOf()).toBe(before);
      await expect(view()).rejects.toMatchObject({ code: 'not_found' });
      await expect(invoke(unpublishTile, tile, publisher)).rejects.toMatchObject({
        code: 'not_found',
      });
      const { data } = await invoke(
        listTiles,
        { workspace: 'acme', includeArchived: true },
        member,
      );
      expect(data.map((one) => one.name)).not.toContain(name);
    });

    it('starts anew with the next publish, which decides who sees it; old versions stay used', async () => {
      await publish('1.0.0');
      await invoke(archiveTile, { ...tile, archived: true, archivedReason: 'Old' }, publisher);
      await invoke(unpublishTile, tile, publisher);
      await expect(publish('1.0.0', { private: true })).rejects.toMatchObject({
        code: 'version_exists',
        message: expect.stringContaining('never used again'),
      });
      expect(await publish('1.0.1', { private: true })).toMatchObject({
        private: true,
        latestVersion: '1.0.1',
      });
      expect(await view()).toMatchObject({ private: true, archivedAt: null, archivedReason: null });
      await expect(invoke(viewTile, tile)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('belongs to the workspace that has its name by then', async () => {
      await publish('1.0.0');
      await invoke(unpublishTile, tile, publisher);
      const [acme, other] = registry.people.workspaces;
      await registry.change(
        `UPDATE registry_tiles SET workspace_id = '${other!.id}' WHERE full_name = '${name}'`,
      );
      await publish('2.0.0');
      expect(await view()).toMatchObject({ workspaceId: acme!.id });
    });

    it('is unpublished whole or not at all', async () => {
      await publish('1.0.0');
      registry.clock.now = new Date(registry.clock.now.getTime() + 49 * HOUR);
      await publish('1.1.0');
      await expect(invoke(unpublishTile, tile, publisher)).rejects.toMatchObject({
        code: 'unpublish_too_late',
        message: expect.stringContaining('1.0.0'),
      });
      expect(await versions()).toEqual(['1.1.0', '1.0.0']);
    });
  });

  describe('at the same moment as a publish', () => {
    /** Starts calls while a unit of work holds the plugin, so that they all wait for it, and lets them go. */
    async function together(
      calls: readonly (() => Promise<unknown>)[],
    ): Promise<readonly PromiseSettledResult<unknown>[]> {
      const units = await registry.host.get(unitOfWorkKey);
      let locked = (): void => undefined;
      let release = (): void => undefined;
      const isLocked = new Promise<void>((done) => (locked = done));
      const isReleased = new Promise<void>((done) => (release = done));
      const holding = units.run(async (manager) => {
        await manager.query(
          `UPDATE registry_tiles SET full_name = full_name WHERE full_name = '${name}'`,
        );
        locked();
        await isReleased;
      });
      await isLocked;
      const results: Promise<unknown>[] = [];
      for (const call of calls) {
        results.push(call());
        // time to come as far as the lock
        await new Promise((wake) => setTimeout(wake, 30));
      }
      release();
      await holding;
      return Promise.allSettled(results);
    }

    /** What the plugin's row and the search say is what its versions say. */
    async function expectConsistent(): Promise<void> {
      const [highest = null] = await versions();
      expect(await view()).toMatchObject({ latestVersion: highest });
      expect(await found()).toEqual(highest === null ? [] : [[highest, `About ${highest}`]]);
    }
    const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.map(({ status }) => status === 'fulfilled');

    const unpublishing = () => invoke(unpublishVersion, at('1.1.0'), publisher);
    const archivingVersion = () =>
      invoke(archiveVersion, { ...at('1.1.0'), archived: true }, publisher);
    const publishing = () => publish('1.2.0');

    it.each<[string, (() => Promise<unknown>)[]]>([
      ['unpublishing after it', [publishing, unpublishing]],
      ['unpublishing before it', [unpublishing, publishing]],
      ['archiving a version after it', [publishing, archivingVersion]],
      ['archiving a version before it', [archivingVersion, publishing]],
      [
        'all at once',
        [
          unpublishing,
          publishing,
          () => invoke(archiveVersion, { ...at('1.0.0'), archived: true }, publisher),
        ],
      ],
    ])('%s leaves the new version the latest', async (_what, calls) => {
      await publish('1.0.0');
      await publish('1.1.0');
      expect(fulfilled(await together(calls))).toEqual(calls.map(() => true));
      expect(await view()).toMatchObject({ latestVersion: '1.2.0' });
      await expectConsistent();
    });

    it.each([
      ['after it', true],
      ['before it', false],
    ])('archiving the plugin %s: the publish is whole or refused', async (_when, publishFirst) => {
      await publish('1.0.0');
      const archiving = () => invoke(archiveTile, { ...tile, archived: true }, publisher);
      const calls = publishFirst ? [publishing, archiving] : [archiving, publishing];
      const results = await together(calls);
      const [archived, published] = publishFirst ? [results[1], results[0]] : results;
      expect(archived).toMatchObject({ status: 'fulfilled' });
      if (published?.status === 'rejected')
        expect(published.reason).toMatchObject({ code: 'tile_archived' });
      expect((await versions({ includeArchived: true })).includes('1.2.0')).toBe(
        published?.status === 'fulfilled',
      );
      expect(await view()).toMatchObject({ latestVersion: null });
      await expectConsistent();
    });

    it('unpublishing the last version: the new one stays, under whichever rules', async () => {
      await publish('1.1.0');
      expect(fulfilled(await together([publishing, unpublishing]))).toEqual([true, true]);
      expect(await versions()).toEqual(['1.2.0']);
      await expectConsistent();
    });

    it('two that unpublish one version: one succeeds, the other gets an error', async () => {
      await publish('1.0.0');
      await publish('1.1.0');
      const results = await together([unpublishing, unpublishing]);
      expect(fulfilled(results).sort()).toEqual([false, true]);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 404 },
      });
      await expectConsistent();
    });
  });
});
