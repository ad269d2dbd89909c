import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { itByDayOn } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { pack, RegistryApi } from './harness/registry-api.js';
import { between, rounds, wait } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';

const PLUGINS = 70;

describeEachDatabase('the search index, rebuilt', (database) => {
  let registry: CrashingRegistry;
  const onPostgres = itByDayOn('postgres', database);
  const counts = countsOf(`K9 kill while reindexing, ${database.label}`);

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database, { env: { SVC_RATE_LIMITS: 'all=off' } });
    const api = new RegistryApi(registry);
    for (let at = 0; at < PLUGINS; at += 1) {
      const readme = `# Plugin ${at}\n\nCommon words, and the word unique${at}.\n`;
      const { archive } = await pack(`acme/plugin-${at}`, '1.0.0', { 'README.md': readme });
      expect((await api.publish(archive)).status).toBe(201);
    }
  });

  afterAll(() => registry.close());

  const find = async (query: string): Promise<readonly string[]> => {
    const parameters = new URLSearchParams({
      q: query,
      'filter[type]': 'docs',
      'page[size]': '100',
    });
    const headers = { authorization: `Bearer ${registry.token}` };
    const response = await fetch(
      `${registry.origin}/experimental/search?${parameters.toString()}`,
      { headers },
    );
    const body = (await response.json()) as { data: readonly { plugin: string }[] };
    expect([query, response.status]).toEqual([query, 200]);
    return body.data.map(({ plugin }) => plugin);
  };

  const answers = async (): Promise<unknown> => {
    const each = Array.from({ length: PLUGINS }, (_, at) => `unique${at}`);
    const found: unknown[] = [];
    for (const query of ['common words', ...each]) found.push(await find(query));
    return found;
  };

  const stale = async (): Promise<number> => {
    const [row] = await rowsOf<{ count: string }>(
      registry.location,
      'SELECT COUNT(DISTINCT tile_id) AS count FROM registry_documents WHERE generation = 0',
    );
    return Number(row!.count);
  };

  const rebuilt = async (): Promise<number> => {
    const done = `SELECT id FROM registry_reindexings WHERE state = 'completed'`;
    return (await rowsOf(registry.location, done)).length;
  };

  onPostgres(
    'after an upgrade finds everything meanwhile, and goes on where a kill has interrupted it',
    async () => {
      const before = await answers();
      expect(before).toContainEqual(['acme/plugin-7']);
      await registry.stop();
      await changeRows(registry.location, 'UPDATE registry_documents SET generation = 0');
      expect(await stale()).toBe(PLUGINS);
      const kills = rounds(2, 3);
      for (let round = 1; round <= kills; round += 1) {
        await registry.start({ SVC_RATE_LIMITS: 'all=off' });
        const left = Math.floor(PLUGINS * (1 - round / (kills + 1)));
        await until(async () => {
          expect(await find(`unique${between(0, PLUGINS - 1)}`)).toHaveLength(1);
          return (await stale()) <= left;
        });
        await wait(between(0, 20));
        await registry.kill();
        counts.add('kills');
        counts.add('plugins left', await stale());
      }
      await registry.start({ SVC_RATE_LIMITS: 'all=off' });
      await until(async () => (await stale()) === 0);
      expect(await answers()).toEqual(before);
    },
  );

  it('by the command has the same answers as before, of all plugins', async () => {
    const before = await answers();
    const rebuiltBefore = await rebuilt();
    const command = ['server', 'reindex', '--json'];
    if (database.engine === 'sqlite') {
      expect(await registry.program.run(command)).toMatchObject({ code: 5 });
      await registry.stop();
      const queued = await registry.program.run(command);
      expect([queued.code, JSON.parse(queued.stdout)]).toMatchObject([
        0,
        { state: 'queued', done: 0, total: PLUGINS },
      ]);
      // asked for again, it is the same run
      const again = await registry.program.run(command);
      expect(JSON.parse(again.stdout)).toEqual(JSON.parse(queued.stdout));
      await registry.start({ SVC_RATE_LIMITS: 'all=off' });
      await until(async () => (await rebuilt()) === rebuiltBefore + 1);
    } else {
      const { code, stdout, stderr } = await registry.program.run(['server', 'reindex']);
      expect([code, stdout, stderr]).toEqual([
        0,
        `The search index was rebuilt: ${PLUGINS} plugins.\n`,
        expect.any(String),
      ]);
    }
    expect(await answers()).toEqual(before);
  });
});
