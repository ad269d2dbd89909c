import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { ADMIN } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { pack } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';
import { isDone, judgeEffects, ServerPair, type Heard, type Sent } from './harness/server-pair.js';
import { until } from '../until.js';

const CREDITS = 100;
const SEARCHES = 200;
/** How many programs one address may have waiting for a sign-in; no setting changes it. */
const DEVICE_STARTS = 30;

const post = (path: string, body: object, more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  path,
  body,
  ...more,
});
const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body });
const remove = (path: string, more: Partial<Sent> = {}): Sent => ({
  method: 'DELETE',
  path,
  ...more,
});
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** `2xx`, or the code of the refusal, and how many were answered so. */
function outcomes(heard: readonly Heard[]): Record<string, number> {
  const all = heard.map(({ status, body }) => (status < 300 ? '2xx' : String(body['code'])));
  return Object.fromEntries(
    [...new Set(all)].sort().map((one) => [one, all.filter((other) => other === one).length]),
  );
}

interface RoleChange {
  readonly outcome: string;
  readonly role: string;
}

/** Whether the changes could have been made one after the other with these outcomes, beginning with no role and ending with `last`. */
function haveAnOrder(left: readonly RoleChange[], last: string, role?: string): boolean {
  if (left.length === 0) return role === last;
  return left.some((next) => {
    const outcome = role === undefined ? 'added' : role === next.role ? 'unchanged' : 'changed';
    return (
      outcome === next.outcome &&
      haveAnOrder(
        left.filter((one) => one !== next),
        last,
        next.role,
      )
    );
  });
}

describeOnPostgres('two servers on one database, asked for the same at once', (database) => {
  const counts = countsOf('R5 two servers at once, postgres');
  let pair: ServerPair;
  const [ann, bob] = ['ann@example.com', 'bob@example.com'];
  const sessions = new Map<string, string>();
  let counter = 0;

  beforeAll(async () => {
    pair = await ServerPair.open(database, {
      env: { SVC_RATE_LIMITS: `all=off,search=${SEARCHES}/3600` },
      modules: ['purse'],
    });
    for (const email of [ann, bob]) sessions.set(email, await pair.newcomer(email));
  });

  afterEach(async () => {
    expect(await judgeEffects(pair)).toEqual({ notOnce: [], ghosts: [], unheard: 0 });
    expect(pair.heard.filter(({ status }) => status >= 500)).toEqual([]);
    counts.add('answers', pair.heard.length - counts.of('answers'));
  });

  afterAll(() => pair.close());

  const unused = (what: string): string => `${what}-${++counter}`;
  const newWorkspace = async (): Promise<{ id: string; name: string }> =>
    pair.done(post('/v1/workspaces', { name: unused('workspace') }));
  const newProject = async (workspace: string): Promise<{ id: string; name: string }> =>
    pair.done(post('/v1/projects', { workspace, name: unused('project') }));

  /** So many rounds, each of which asks both servers at once. */
  function contest(
    title: string,
    [short, long]: readonly [number, number],
    round: () => Promise<void>,
  ): void {
    const test = async (): Promise<void> => {
      for (let at = 0; at < rounds(short, long); at += 1) await round();
      counts.add('rounds', rounds(short, long));
    };
    it(title, test);
  }

  contest('make a workspace of one name once', [3, 50], async () => {
    const name = unused('same');
    const heard = await pair.atOnce(times(6, () => post('/v1/workspaces', { name })));
    expect(outcomes(heard)).toEqual({ '2xx': 1, name_taken: 5 });
    const rows = await pair.rows(
      `SELECT w.id, m.role FROM identity_workspaces w JOIN identity_workspace_members m ON m.workspace_id = w.id WHERE w.name = '${name}'`,
    );
    expect(rows).toEqual([{ id: heard.find(isDone)!.body['id'], role: 'owner' }]);
  });

  contest('let a one-time code in once', [3, 15], async () => {
    const email = `${unused('invited')}@example.com`;
    const body = { code: await pair.invited(email), email, password: ADMIN.password };
    const heard = await pair.atOnce(
      times(2, () => post('/v1/auth/codes/redeem', body, { token: null })),
    );
    expect(heard.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)]);
    expect(heard.filter(isDone)).toHaveLength(1);
    expect(await pair.rows(`SELECT id FROM identity_users WHERE email = '${email}'`)).toHaveLength(
      1,
    );
  });

  contest('keep each of two changes of different fields', [10, 200], async () => {
    const { id } = await newProject('acme');
    const name = unused('renamed');
    const sourceUri = `https://example.com/${name}`;
    const heard = await pair.atOnce([
      patch(`/v1/projects/${id}`, { name }),
      patch(`/v1/projects/${id}`, { sourceUri }),
    ]);
    expect(outcomes(heard)).toEqual({ '2xx': 2 });
    const both = { name, sourceUri };
    expect(await pair.done({ method: 'GET', path: `/v1/projects/${id}` })).toMatchObject(both);
    // whichever came second has seen the first
    expect(heard.map(({ body }) => body)).toContainEqual(expect.objectContaining(both));
  });

  contest('keep one of several changes of the same field, and no mixture', [3, 50], async () => {
    const { id } = await newProject('acme');
    const sources = times(6, (at) => ({
      sourceUri: `https://example.com/${id}/${at}`,
      repoSubpath: `part-${at}`,
    }));
    const heard = await pair.atOnce(sources.map((source) => patch(`/v1/projects/${id}`, source)));
    expect(outcomes(heard)).toEqual({ '2xx': 6 });
    const { sourceUri, repoSubpath } = await pair.done({
      method: 'GET',
      path: `/v1/projects/${id}`,
    });
    expect(sources).toContainEqual({ sourceUri, repoSubpath });
  });

  contest('carry a request with an Idempotency-Key out once', [3, 50], async () => {
    const name = unused('keyed');
    const headers = { 'idempotency-key': name };
    const heard = await pair.atOnce(
      times(6, () => post('/v1/projects', { workspace: 'acme', name }, { headers })),
    );
    const rows = await pair.rows<{ id: string }>(
      `SELECT id FROM project_projects WHERE name = '${name}'`,
    );
    expect(rows).toHaveLength(1);
    expect(heard.filter((one) => isDone(one) && !one.repeated)).toHaveLength(1);
    for (const one of heard)
      expect(isDone(one) ? one.body['id'] : one.body['code']).toBe(
        isDone(one) ? rows[0]!.id : 'request_in_progress',
      );
  });

  contest('delete, revoke and take back once', [3, 50], async () => {
    const workspace = await newWorkspace();
    const project = await newProject(workspace.name);
    const key = await pair.done<{ id: string; value: string }>(
      post('/v1/api-keys', { name: unused('key'), workspace: workspace.name }),
    );
    const plugin = `${workspace.name}/demo`;
    const { archive } = await pack(plugin, '1.0.0', { 'note.md': 'once\n' });
    await pair.done(post(`/v1/tiles?workspace=${workspace.name}`, archive));
    const paths = [
      `/v1/tiles/${plugin}/versions/1.0.0`,
      `/v1/projects/${project.id}`,
      `/v1/api-keys/${key.id}`,
      `/v1/workspaces/${workspace.id}`,
    ];
    for (const path of paths) {
      const heard = await pair.atOnce(times(4, () => remove(path)));
      expect({ path, done: heard.filter(isDone).length }).toEqual({ path, done: 1 });
      expect(heard.filter((one) => !isDone(one)).map(({ status }) => status)).toEqual(
        [404, 404, 404].map(() => expect.any(Number)),
      );
    }
  });

  const newKey = async (workspace: string): Promise<{ id: string; value: string }> =>
    pair.done(post('/v1/api-keys', { name: unused('key'), workspace }));
  const statusOf = async (server: number, path: string, token?: string): Promise<number> =>
    (await pair.send(server, { method: 'GET', path, ...(token !== undefined && { token }) }))
      .status;

  contest('know immediately what the other has answered', [3, 50], async () => {
    const { name } = await newWorkspace();
    const path = `/v1/workspaces/${name}`;
    const [used, revoked] = [await newKey(name), await newKey(name)];
    expect(await statusOf(1, path, used.value)).toBe(200);
    expect(await pair.send(0, remove(`/v1/api-keys/${revoked.id}`))).toMatchObject({ status: 204 });
    expect(await statusOf(1, path, revoked.value)).toBe(401);
    expect(await pair.send(1, remove(path))).toMatchObject({ status: 204 });
    expect(await statusOf(0, path)).toBe(404);
  });

  it('refuse a revoked key that both have seen: immediately where it was revoked, on the other server when it is forgotten there', async () => {
    const { id, value } = await newKey('acme');
    const path = '/v1/workspaces/acme';
    for (const server of [0, 1]) expect(await statusOf(server, path, value)).toBe(200);
    await pair.done(remove(`/v1/api-keys/${id}`));
    expect(await statusOf(0, path, value)).toBe(401);
    await until(async () => (await statusOf(1, path, value)) === 401);
  });

  contest('delete a workspace or put something into it, never both', [5, 100], async () => {
    const { id, name } = await newWorkspace();
    const { archive } = await pack(`${name}/demo`, '1.0.0', { 'note.md': 'inside\n' });
    const filling = [
      post('/v1/projects', { workspace: name, name: 'inside' }),
      post(`/v1/tiles?workspace=${name}`, archive),
      post('/v1/projects', { workspace: name, name: 'inside-too' }),
      patch(`/v1/workspaces/${id}`, { orgDefaultRole: 'member' }),
    ];
    const heard = await pair.atOnce([
      ...filling.slice(0, 2),
      remove(`/v1/workspaces/${id}`),
      ...filling.slice(2),
    ]);
    const [inside, , , insideToo] = heard;
    const deleted = isDone(heard[2]!);
    counts.add(deleted ? 'workspaces deleted' : 'workspaces filled');
    const kept = await pair.rows(`SELECT id FROM identity_workspaces WHERE id = '${id}'`);
    const projects = await pair.rows<{ name: string }>(
      `SELECT name FROM project_projects WHERE workspace_id = '${id}' ORDER BY name`,
    );
    const plugins = await pair.rows(
      `SELECT id FROM registry_versions WHERE tile_id IN (SELECT id FROM registry_tiles WHERE workspace_id = '${id}')`,
    );
    expect(kept).toHaveLength(deleted ? 0 : 1);
    expect(projects.map((row) => row.name)).toEqual(
      [inside!, insideToo!].filter(isDone).map(({ sent }) => (sent.body as { name: string }).name),
    );
    expect(plugins).toHaveLength(isDone(heard[1]!) ? 1 : 0);
    if (deleted) expect([projects, plugins]).toEqual([[], []]);
  });

  contest('publish a version once and take it back once, and for good', [3, 50], async () => {
    const { name } = await newWorkspace();
    const plugin = `${name}/demo`;
    const packed = await Promise.all(
      times(3, (at) => pack(plugin, '1.0.0', { 'note.md': `number ${at}\n` })),
    );
    const taken = remove(`/v1/tiles/${plugin}/versions/1.0.0`);
    const publish = packed.map(({ archive }) => post(`/v1/tiles?workspace=${name}`, archive));
    const heard = [
      ...(await pair.atOnce([...publish, taken])),
      ...(await pair.atOnce([publish[0]!, taken, taken, publish[1]!])),
    ];
    // the same content once more, while the version is still there, is answered with 201 and changes nothing
    const published = heard.filter((one) => one.status === 201 && one.body['unchanged'] !== true);
    const unpublished = heard.filter((one) => one.status === 204);
    // after the first wave the version is there, or was; in the second one it goes if it has not
    expect({ published: published.length, unpublished: unpublished.length }).toEqual({
      published: 1,
      unpublished: 1,
    });
    const inTile = `tile_id IN (SELECT id FROM registry_tiles WHERE full_name = '${plugin}')`;
    expect(await pair.rows(`SELECT semver FROM registry_versions WHERE ${inTile}`)).toEqual([]);
    expect(await pair.rows(`SELECT precedence FROM registry_tombstones WHERE ${inTile}`)).toEqual([
      { precedence: '1.0.0' },
    ]);
  });

  contest('give a member one role after the other, and add them once', [3, 50], async () => {
    const { id } = await newWorkspace();
    const roles = ['member', 'publisher', 'manager', 'owner', 'publisher', 'member'];
    const heard = await pair.atOnce(
      roles.map((role) => post(`/v1/workspaces/${id}/members`, { email: bob, role })),
    );
    expect(outcomes(heard)).toEqual({ '2xx': roles.length });
    const rows = await pair.rows<{ role: string }>(
      `SELECT m.role FROM identity_workspace_members m JOIN identity_users u ON u.id = m.user_id WHERE m.workspace_id = '${id}' AND u.email = '${bob}'`,
    );
    expect(rows).toHaveLength(1);
    const changes = heard.map(({ body }, at) => ({
      outcome: String(body['outcome']),
      role: roles[at]!,
    }));
    expect({
      changes,
      last: rows[0]!.role,
      haveAnOrder: haveAnOrder(changes, rows[0]!.role),
    }).toMatchObject({ haveAnOrder: true });
  });

  contest('leave a workspace an owner when two take it from each other', [3, 50], async () => {
    const { id } = await newWorkspace();
    for (const email of [ann, bob])
      await pair.done(post(`/v1/workspaces/${id}/members`, { email, role: 'owner' }));
    await pair.done(remove(`/v1/workspaces/${id}/members/${ADMIN.email}`));
    const heard = await pair.atOnce([
      remove(`/v1/workspaces/${id}/members/${bob}`, { token: sessions.get(ann)! }),
      remove(`/v1/workspaces/${id}/members/${ann}`, { token: sessions.get(bob)! }),
    ]);
    expect(heard.filter(isDone)).toHaveLength(1);
    const owners = await pair.rows(
      `SELECT role FROM identity_workspace_members WHERE workspace_id = '${id}'`,
    );
    expect(owners).toEqual([{ role: 'owner' }]);
  });

  contest('give nobody a role who leaves at this moment', [3, 20], async () => {
    const { id } = await newWorkspace();
    const email = `${unused('leaver')}@example.com`;
    await pair.newcomer(email);
    const heard = await pair.atOnce([
      remove(`/v1/orgs/main/members/${email}`),
      post(`/v1/workspaces/${id}/members`, { email, role: 'manager' }),
    ]);
    expect(heard[0]).toMatchObject({ status: 200 });
    const left = await pair.rows(
      `SELECT m.role FROM identity_workspace_members m JOIN identity_users u ON u.id = m.user_id WHERE u.email = '${email}'`,
    );
    expect(left).toEqual([]);
  });

  it('never set more credits aside than there are, and use each reservation once', async () => {
    const [{ id: organization } = { id: '' }] = await pair.rows<{ id: string }>(
      `SELECT id FROM identity_organizations WHERE name = 'main'`,
    );
    await pair.svc('server', 'plan', 'set', 'main', '--credits', String(CREDITS));
    const ask = (action: string, reference: string, credits: number): Sent =>
      post(
        `/experimental/purse/${action}`,
        { organization, reference, credits, seconds: 3600 },
        { token: null },
      );
    const reserved = await pair.atOnce(times(60, (at) => ask('reserve', `run:${at % 30}`, 5)));
    const held = new Set(reserved.filter(isDone).map(({ body }) => String(body['reference'])));
    expect(held.size).toBe(CREDITS / 5);
    expect(new Set(reserved.filter((one) => !isDone(one)).map(({ body }) => body['code']))).toEqual(
      new Set(['credits_exhausted']),
    );
    const account = () =>
      pair.rows(
        `SELECT used, reserved FROM billing_accounts WHERE organization_id = '${organization}'`,
      );
    const entries = () =>
      pair.rows<{ reference: string }>(
        `SELECT reference FROM billing_entries WHERE reference LIKE 'run:%' ORDER BY reference`,
      );
    expect(await account()).toEqual([{ used: 0, reserved: CREDITS }]);
    expect((await entries()).map(({ reference }) => reference)).toEqual([...held].sort());
    const settled = await pair.atOnce(
      [...held].flatMap((reference, at) => times(3, () => ask('settle', reference, at % 5))),
    );
    expect(outcomes(settled)).toEqual({ '2xx': 3 * held.size });
    expect(await account()).toEqual([{ used: 40, reserved: 0 }]);
  });

  it('let through exactly as many calls as a limit says, of a user, a key and a stranger each', async () => {
    const { value: key } = await pair.done<{ value: string }>(
      post('/v1/api-keys', { name: unused('key'), workspace: 'acme' }),
    );
    for (const token of [sessions.get(ann)!, key, null]) {
      const heard = await pair.atOnce(
        times(SEARCHES + 50, () => ({ method: 'GET', path: '/experimental/search?q=demo', token })),
      );
      expect(outcomes(heard)).toEqual({ '2xx': SEARCHES, quota_exceeded: 50 });
    }
  });

  it('count attempts together that no setting limits', async () => {
    const heard = await pair.atOnce(
      times(DEVICE_STARTS + 20, () =>
        post('/v1/auth/device', { client: 'svc', codeChallenge: 'x'.repeat(43) }, { token: null }),
      ),
    );
    expect(outcomes(heard)).toEqual({ '2xx': DEVICE_STARTS, too_many_attempts: 20 });
  });
});
