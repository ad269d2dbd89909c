import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  contribute,
  defineModule,
  type Constructor,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import {
  longReadsKey,
  readDatabaseKey,
  unitOfWorkKey,
} from '../../../modules/persistence/contract/db.js';
import {
  archiveVersion,
  listTiles,
  listVersions,
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import {
  factChangesKey,
  versionFactsPoint,
  type FactsRequest,
  type VersionFacts,
} from '../../../modules/registry/contract/version-facts.js';
import { describeEachDatabase } from '../databases.js';
import { StatementLog } from '../statement-log.js';
import { RegistryHost } from './registry-host.js';

type Answer = VersionFacts['of'];

/** Answers as the test says. */
const source = (answer: Answer): Constructor<VersionFacts> =>
  class implements VersionFacts {
    of(request: FactsRequest) {
      return answer(request);
    }
  };

/** A module for each fact. */
const knowing = (facts: Readonly<Record<string, Answer>>): ModuleDeclaration[] =>
  Object.entries(facts).map(([fact, answer]) =>
    defineModule({
      id: fact.toLowerCase(),
      api: '^1.0.0',
      summary: `Knows ${fact}`,
      requires: ['registry'],
      contributes: [
        contribute(versionFactsPoint, fact, { summary: fact }, () =>
          Promise.resolve(source(answer)),
        ),
      ],
      server: () => Promise.resolve({ default: {} }),
    }),
  );

const demo = { workspace: 'acme', tile: 'demo' };

describeEachDatabase('facts beside versions', (database) => {
  let registry: RegistryHost;
  const asked: FactsRequest[] = [];
  /** The version itself, so that a test sees whose fact it is. */
  const scores: Answer = (request) => {
    asked.push(request);
    const known = request.versions.map(
      ({ version, tile }) =>
        [version.id, { of: `${tile.fullName}@${version.semver}`, whole: request.whole }] as const,
    );
    return Promise.resolve(new Map(known));
  };
  const start = async (facts: Readonly<Record<string, Answer>>) => {
    registry = await RegistryHost.start(await database.create(), knowing(facts));
  };

  beforeEach(() => {
    asked.length = 0;
  });
  afterEach(() => registry.stop());

  const scored = (of: string, whole = false) => ({ facts: { scores: { of, whole } } });

  describe('of a module that knows all versions', () => {
    beforeEach(async () => {
      await start({ scores });
      for (const version of ['1.0.0', '1.1.0']) await registry.publish({ version });
    });

    it('stand in the views of a version and of a plugin', async () => {
      expect(await registry.invoke(viewVersion, { ...demo, version: '1.0.0' })).toMatchObject(
        scored('acme/demo@1.0.0', true),
      );
      const view = await registry.invoke(viewTile, demo);
      expect(view).not.toHaveProperty('facts');
      expect(view.latest).toMatchObject(scored('acme/demo@1.1.0', true));
    });

    it('stand in lists and searches, asked for once', async () => {
      await registry.publish({
        name: 'acme/more',
        description: 'A demo too',
        skills: { one: 'A demo skill', two: 'Another demo skill' },
      });
      const each = [scored('acme/demo@1.1.0'), scored('acme/more@1.0.0')];
      const tiles = await registry.invoke(listTiles, {});
      expect(tiles.data.map(({ latest }) => latest)).toMatchObject(each);
      const versions = await registry.invoke(listVersions, demo);
      expect(versions.data).toMatchObject([scored('acme/demo@1.1.0'), scored('acme/demo@1.0.0')]);
      expect((await registry.invoke(searchRegistry, {})).data).toMatchObject(each);
      const words = await registry.invoke(searchRegistry, { query: 'demo' });
      expect(words.data).toMatchObject(each);
      expect(asked.map((request) => request.versions.length)).toEqual([2, 2, 2, 2]);
      const skills = await registry.invoke(searchRegistry, { query: 'demo', type: 'skills' });
      expect(skills.data).toMatchObject([scored('acme/more@1.0.0'), scored('acme/more@1.0.0')]);
      expect(asked.at(-1)?.versions).toHaveLength(1);
    });

    it('are asked for with what is shown, and to whom', async () => {
      await registry.publish({ name: 'acme/own', private: true });
      await registry.change(`UPDATE registry_versions SET state = 'fail' WHERE semver = '1.0.0'`);
      await registry.invoke(viewVersion, { ...demo, version: '1.0.0' });
      expect(asked.at(-1)).toMatchObject({
        versions: [{ tile: { fullName: 'acme/demo', private: false }, hidden: true }],
        viewer: { kind: 'anonymous' },
      });
      const own = { workspace: 'acme', tile: 'own', version: '1.0.0' };
      await registry.invoke(viewVersion, own, { token: 'member' });
      const [workspace] = registry.people.workspaces;
      expect(asked.at(-1)).toMatchObject({
        versions: [{ tile: { fullName: 'acme/own', private: true, workspaceId: workspace?.id } }],
        viewer: { kind: 'user', id: registry.people.ids.get('member') },
      });
      asked.length = 0;
      await expect(registry.invoke(viewVersion, own, { token: 'outsider' })).rejects.toMatchObject({
        code: 'not_found',
      });
      await registry.invoke(listTiles, {}, { token: 'outsider' });
      await registry.invoke(searchRegistry, {});
      const shown = asked.flatMap(({ versions }) => versions.map(({ tile }) => tile.fullName));
      expect(shown).not.toContain('acme/own');
      expect(asked.flatMap(({ versions }) => versions.map(({ tile }) => tile.id))).not.toContain(
        '',
      );
    });

    it('are left out of what a change answers', async () => {
      const archived = await registry.invoke(
        archiveVersion,
        { ...demo, version: '1.0.0', archived: true },
        { token: 'publisher' },
      );
      expect(archived).not.toHaveProperty('facts');
      expect(asked).toEqual([]);
    });
  });

  it('are left out where no module knows anything', async () => {
    await start({ scores: () => Promise.resolve(new Map([['another version', { a: 1 }]])) });
    await registry.publish();
    expect(await registry.invoke(viewVersion, { ...demo, version: '1.0.0' })).not.toHaveProperty(
      'facts',
    );
  });

  it('that fail or take long are missing, and the others are there', async () => {
    await start({
      broken: () => Promise.reject(new Error('no such table')),
      slow: ({ signal }) =>
        new Promise((_, failed) => {
          signal.addEventListener('abort', () => {
            failed(new Error('stopped'));
          });
        }),
      stuck: () => new Promise(() => undefined),
      wrong: () => Promise.resolve({} as Awaited<ReturnType<Answer>>),
      scores,
    });
    await registry.publish();
    const view = await registry.invoke(viewVersion, { ...demo, version: '1.0.0' });
    expect(view.facts).toEqual(scored('acme/demo@1.0.0', true).facts);
    const logged = registry.host.log.filter(({ level }) => level === 'warn');
    expect(logged.map(({ fields }) => fields)).toMatchObject(
      ['broken', 'wrong', 'slow', 'stuck'].map((fact) => ({ fact, module: fact })),
    );
  });

  describe('that last', () => {
    let stars: number;
    /** Those of withheld versions are not for every viewer. */
    const rated: Answer = (request) => {
      asked.push(request);
      for (const { version, hidden } of request.versions)
        if (!hidden) request.lasting?.(version.id);
      const { versions } = request;
      return Promise.resolve(new Map(versions.map(({ version }) => [version.id, { stars }])));
    };
    const none: Answer = (request) => {
      for (const { version } of request.versions) request.lasting?.(version.id);
      return rated(request).then(() => new Map());
    };
    const shown = async (version = '1.0.0') =>
      (await registry.invoke(viewVersion, { ...demo, version })).facts?.['rated'];
    const change = async (id: string) => (await registry.host.get(factChangesKey)).changed(id);
    const begin = async () => {
      stars = 1;
      await start({ rated });
      await registry.publish();
    };
    const idOfDemo = async () =>
      (await registry.invoke(viewVersion, { ...demo, version: '1.0.0' })).id;

    it('are asked for once, until their change is reported', async () => {
      await begin();
      const id = await idOfDemo();
      stars = 2;
      expect(await shown()).toEqual({ stars: 1 });
      expect(await shown('latest')).toEqual({ stars: 1 });
      expect(asked).toHaveLength(1);
      await change('4c7e4f6c-6e0c-4d6e-9a25-0d6c9d1f3f3f');
      expect(await shown()).toEqual({ stars: 1 });
      await change(id);
      expect(await shown()).toEqual({ stars: 2 });
      // another server on the same database reports a change
      await registry.change('UPDATE registry_fact_revisions SET revision = revision + 1');
      stars = 3;
      expect(await shown()).toEqual({ stars: 3 });
    });

    it('are asked for again only where they are not known', async () => {
      await begin();
      await registry.invoke(listVersions, demo);
      await registry.publish({ version: '1.1.0' });
      await registry.invoke(listVersions, demo);
      await registry.invoke(listVersions, demo);
      const versions = asked.map((request) =>
        request.versions.map(({ version }) => version.semver),
      );
      expect(versions).toEqual([['1.0.0'], ['1.1.0']]);
      // a view has more room than a list, and a search does not know whether something has changed
      await registry.invoke(viewTile, demo);
      for (let times = 0; times < 2; times++) await registry.invoke(searchRegistry, {});
      expect(asked.map(({ whole }) => whole)).toEqual([false, false, true, false, false]);
    });

    it('are not kept for a version of which viewers may learn different things', async () => {
      await begin();
      await shown();
      await registry.change(`UPDATE registry_versions SET state = 'fail'`);
      for (stars = 2; stars < 4; stars++) expect(await shown()).toEqual({ stars });
    });

    it('stay when the unit of work that changes them fails', async () => {
      await begin();
      const id = await idOfDemo();
      const units = await registry.host.get(unitOfWorkKey);
      const failing = units.run(async () => {
        await change(id);
        throw new Error('not today');
      });
      await expect(failing).rejects.toThrow('not today');
      await shown();
      expect(asked).toHaveLength(1);
    });

    it('are known to be missing, too', async () => {
      await start({ none, scores });
      await registry.publish();
      for (let times = 0; times < 2; times++)
        expect((await registry.invoke(viewVersion, { ...demo, version: '1.0.0' })).facts).toEqual(
          scored('acme/demo@1.0.0', true).facts,
        );
      // the other module is asked each time
      expect(asked).toHaveLength(3);
    });
  });

  const ownStatement: Answer = async ({ versions }) => {
    const reads = await registry.host.get(readDatabaseKey);
    const wanted = versions.map(({ version }) => ({ id: version.id }));
    const rows = await reads.manager.findBy<{ id: string; fileCount: number }>(
      'registry_versions',
      wanted,
    );
    return new Map(rows.map(({ id, fileCount }) => [id, { fileCount }]));
  };

  it.each([0, 1, 2])(
    'of %d modules that keep nothing cost as many statements more',
    async (modules) => {
      await start(
        Object.fromEntries(['one', 'two'].slice(0, modules).map((name) => [name, ownStatement])),
      );
      for (const name of ['acme/demo', 'acme/demo-a', 'acme/demo-b'])
        await registry.publish({ name });
      const log = new StatementLog();
      const reads = await registry.host.get(readDatabaseKey);
      const { manager } = reads;
      manager.connection.logger = log;
      // TypeORM logs no statement that SQLite keeps prepared
      Object.assign(reads, {
        prepared: (sql: string, values: unknown[]) => manager.query(sql, values),
      });
      const searches = await registry.host.get(longReadsKey);
      await searches.run(({ manager: { connection } }) =>
        Promise.resolve(Object.assign(connection, { logger: log })),
      );
      const count = async (work: () => Promise<unknown>): Promise<number> => {
        log.statements.length = 0;
        await work();
        return log.statements.length;
      };
      const least: [number, () => Promise<unknown>][] = [
        [1, () => registry.invoke(viewTile, demo)],
        [1, () => registry.invoke(viewVersion, { ...demo, version: '1.0.0' })],
        [1, () => registry.invoke(listTiles, {})],
        [2, () => registry.invoke(listVersions, demo)],
        [1, () => registry.invoke(searchRegistry, {})],
        [3, () => registry.invoke(searchRegistry, { query: 'demo' })],
      ];
      for (const [statements, work] of least) expect(await count(work)).toBe(statements + modules);
      // a page without hits needs no facts
      expect(await count(() => registry.invoke(searchRegistry, { query: 'nothing' }))).toBe(3);
    },
  );
});
