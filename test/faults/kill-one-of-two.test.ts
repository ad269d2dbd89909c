import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { changeRows } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { isBrokenConnection, Ledger, type Item } from './harness/ledger.js';
import { pack } from './harness/registry-api.js';
import { between, rounds, wait } from './harness/rounds.js';
import { isDone, judgeEffects, ServerPair, type Heard, type Sent } from './harness/server-pair.js';
import { inspect } from './harness/stored.js';
import { until } from '../until.js';

const CLIENTS = 4;
const SEARCHES = 200;
const RESERVED_SECONDS = 2;
const [KILLED, LEFT] = [0, 1];

interface Request extends Item<string> {
  readonly sent: Sent;
}

/** What can be seen of each kind of item: its name and its content. */
const SEEN = [
  `SELECT 'project ' || name AS name, '' AS content FROM project_projects`,
  `SELECT 'source ' || name, coalesce(source_uri, '') FROM project_projects WHERE source_uri IS NOT NULL`,
  `SELECT 'version ' || t.full_name || '@' || v.semver, v.archive_sha256
     FROM registry_versions v JOIN registry_tiles t ON t.id = v.tile_id`,
  // published versions are reviewed, which is no request of this test
  `SELECT reference, CAST(reserved AS text) FROM billing_entries WHERE reference NOT LIKE 'review.run:%'`,
].join(' UNION ALL ');

describeOnPostgres('two servers on one database, one of them killed', (database) => {
  const counts = countsOf('R2 kill one of two servers, postgres');
  /** The servers' sessions carry this name, so that those of other tests are left alone. */
  const sessions = `svc-${randomBytes(6).toString('hex')}`;
  const ledger = new Ledger<string, Request>();
  let pair: ServerPair;
  let organization: string;
  let counter = 0;

  beforeAll(async () => {
    const create = async () => {
      const location = await database.create();
      const url = new URL(location.url);
      url.searchParams.set('application_name', sessions);
      return { ...location, url: url.href, env: { ...location.env, SVC_DATABASE_URL: url.href } };
    };
    const env = { SVC_RATE_LIMITS: `all=off,search=${SEARCHES}/3600` };
    pair = await ServerPair.open({ ...database, create }, { env, modules: ['purse'] });
    const [row] = await pair.rows<{ id: string }>(
      `SELECT id FROM identity_organizations WHERE name = 'main'`,
    );
    organization = row!.id;
    await pair.svc('server', 'plan', 'set', 'main', '--credits', '1000000');
  });

  afterAll(() => pair.close());

  const project = (name: string): Request => ({
    name: `project ${name}`,
    content: '',
    sent: {
      method: 'POST',
      path: '/v1/projects',
      body: { workspace: 'acme', name },
      headers: { 'idempotency-key': name },
    },
  });

  const source = (name: string, at: number): Request => {
    const sourceUri = `https://example.com/${name}/${at}`;
    return {
      name: `source ${name}`,
      content: sourceUri,
      sent: { method: 'PATCH', path: `/v1/projects/acme%2F${name}`, body: { sourceUri } },
    };
  };

  const version = async (plugin: string): Promise<Request> => {
    const { name, archive, content } = await pack(plugin, `1.${++counter}.0`, {
      'note.md': `number ${counter}\n`,
    });
    return {
      name: `version ${name}`,
      content: content.archive,
      sent: { method: 'POST', path: '/v1/tiles?workspace=acme', body: archive },
    };
  };

  const reservation = (): Request => {
    const body = {
      organization,
      reference: `run:${++counter}`,
      credits: 5,
      seconds: RESERVED_SECONDS,
    };
    return {
      name: body.reference,
      content: '5',
      sent: { method: 'POST', path: '/experimental/purse/reserve', body, token: null },
    };
  };

  /** A client that asks one server, and the other one once that is gone. */
  class Client {
    private readonly own = `own-${++counter}`;

    constructor(private server: number) {}

    async work(isOver: () => boolean): Promise<void> {
      await this.insist(project(this.own));
      for (let at = 0; !isOver() || at === 0; at += 1) {
        await this.write(project(`project-${++counter}`));
        await this.write(await version(`acme/${this.own}`));
        await this.write(reservation());
        await this.insist(source(this.own, at));
      }
    }

    private async write(request: Request): Promise<Heard | undefined> {
      const heard = await ledger.write(request, () => pair.send(this.server, request.sent));
      if (heard === undefined) this.server = LEFT;
      else
        expect({ request: request.name, heard, done: isDone(heard) }).toMatchObject({ done: true });
      return heard;
    }

    /** What others build on: sent again when it came to nothing known. */
    private async insist(request: Request): Promise<void> {
      if ((await this.write(request)) !== undefined) return;
      await aMinuteLater();
      const again = await pair.send(this.server, request.sent);
      expect(isDone(again) || again.body['code'] === 'answer_not_kept').toBe(true);
      ledger.inDoubt.delete(request);
      ledger.acknowledged.set(request.name, request.content);
    }
  }

  /** The dead one might still be at it: only time tells. */
  const aMinuteLater = (): Promise<void> =>
    changeRows(
      pair.location,
      `UPDATE traffic_keys SET held_until = '2000-01-01T00:00:00Z' WHERE state <> 'answered'`,
    );

  const seen = async (): Promise<Map<string, string>> =>
    new Map(
      (await pair.rows<{ name: string; content: string }>(SEEN)).map(({ name, content }) => [
        name,
        content,
      ]),
    );

  const heldBy = (what: string): Promise<unknown[]> =>
    pair.rows(
      `SELECT a.pid, a.state, a.query FROM pg_stat_activity a WHERE a.application_name = '${sessions}' AND ${what}`,
    );

  async function judge(): Promise<void> {
    expect(ledger.judge(await seen())).toEqual({ lost: [], ghosts: [] });
    const { notOnce, ghosts, unheard } = await judgeEffects(pair);
    expect({ notOnce, ghosts }).toEqual({ notOnce: [], ghosts: [] });
    expect(unheard).toBeLessThanOrEqual(pair.lost.length);
    const { corrupt, halves, missing } = await inspect(pair.location);
    expect({ corrupt, halves, missing }).toEqual({ corrupt: [], halves: [], missing: [] });
    expect(pair.heard.filter(({ status }) => status >= 500)).toEqual([]);
  }

  it('lose nothing, do nothing twice, and leave nothing held', async () => {
    for (let round = 0; round < rounds(2, 60); round += 1) {
      let over = false;
      const clients = Array.from({ length: CLIENTS }, (_, at) =>
        new Client(at % 2).work(() => over),
      );
      await wait(between(50, 800));
      await pair.kill(KILLED);
      counts.add('kills');
      await wait(300);
      over = true;
      await Promise.all(clients);
      await judge();

      // no transaction and no lock outlives its server
      await until(async () => (await heldBy(`a.state LIKE 'idle in transaction%'`)).length === 0);
      await until(
        async () =>
          (await heldBy('EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND NOT l.granted)'))
            .length === 0,
      );
      // nor does what it had set aside
      const credits = () => pair.send(LEFT, { method: 'GET', path: '/v1/orgs/main/credits' });
      await until(async () => (await credits()).body['reserved'] === 0);
      // nor what it had claimed: whatever was in doubt can be asked for again, and is there once
      await aMinuteLater();
      for (const request of [...ledger.inDoubt]) {
        const again = await pair.send(LEFT, request.sent);
        expect([200, 201, 409]).toContain(again.status);
        ledger.inDoubt.delete(request);
        ledger.acknowledged.set(request.name, request.content);
      }
      await judge();
      await pair.restart(KILLED);
    }
    expect(pair.lost.length).toBeGreaterThan(0);
    counts.add('acknowledged', ledger.acknowledged.size);
    counts.add('not answered', pair.lost.length);
  });

  it('let through as many calls as the limit says, and count on after the end of one', async () => {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const body = { name: `key-${++counter}`, workspace: 'acme' };
      const { value: token } = await pair.done<{ value: string }>({
        method: 'POST',
        path: '/v1/api-keys',
        body,
      });
      const search: Sent = { method: 'GET', path: '/experimental/search?q=demo', token };
      const told = { allowed: 0, refused: 0, lost: 0 };
      const client = async (server: number): Promise<void> => {
        for (let left = SEARCHES / 4; left > 0; left -= 1) {
          try {
            const { status, body } = await pair.send(server, search);
            expect([status, body['code']]).toEqual(
              status === 200 ? [200, undefined] : [429, 'quota_exceeded'],
            );
            told[status === 200 ? 'allowed' : 'refused'] += 1;
          } catch (error) {
            if (!isBrokenConnection(error)) throw error;
            told.lost += 1;
            server = LEFT;
          }
        }
      };
      const clients = Array.from({ length: 8 }, (_, at) => client(at % 2));
      const middle = between(SEARCHES / 10, SEARCHES / 2);
      await until(() => told.allowed >= middle);
      await pair.kill(KILLED);
      counts.add('kills');
      await Promise.all(clients);
      // one that got no answer may have been counted or not
      expect(told.allowed).toBeLessThanOrEqual(SEARCHES);
      expect(told.allowed + told.lost).toBeGreaterThanOrEqual(SEARCHES);
      await pair.restart(KILLED);
      expect(await pair.send(KILLED, search)).toMatchObject({ status: 429 });
    }
  });
});
