import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { listAuditEvents } from '../../../modules/audit/contract/operations.js';
import {
  archiveWorkspace,
  deleteWorkspace,
} from '../../../modules/identity/contract/operations/workspaces.js';
import { viewWorkspace } from '../../../modules/identity/contract/index.js';
import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  replaceEnvironment,
  showEnvironment,
} from '../../../modules/launch/contract/environment-operations.js';
import type { RunWithEnvironment } from '../../../modules/launch/contract/held-environments.js';
import { Environments } from '../../../modules/launch/server/environments/environments.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { expectError } from '../expect-error.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = 'canary-0123456789abcdef';
const OWN = ['persistence', 'web', 'identity'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));
const tools = { workspace: 'tools' };

describeEachDatabase('environments', (databases) => {
  const it = itInTurn(databases);
  let server: IdentityServer;
  let admin: string;
  let workspaceId: string;

  async function start(key = randomBytes(32).toString('base64')): Promise<void> {
    server = await startIdentity(databases, { modules, env: { SVC_SECRET_KEY: key } });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    ({ id: workspaceId } = await server.invoke(viewWorkspace, { id: 'tools' }, admin));
  }

  const create = (name: string, env = `A=${SECRET}\nB=2`, token = admin) =>
    server.invoke(createEnvironment, { ...tools, name, env }, token);
  const forRun = (token = admin) =>
    server.invoke(createEnvironment, { ...tools, forRun: true, entries: { KEY: SECRET } }, token);
  const list = async (more: object = {}) =>
    server.invoke(listEnvironments, { ...tools, ...more }, admin);
  const namesOf = async () => (await list()).data.map(({ name }) => name);
  const services = () => server.host.server!.services('launch');
  const environments = async () => (await services()).get(Environments);
  const open = async (id: string) => (await environments()).open(id, workspaceId);
  const rows = async () => {
    const { manager } = (await services()).get(readDatabaseKey);
    return manager.query<{ id: string }[]>('SELECT * FROM launch_environments');
  };
  const hold = async (run: Partial<RunWithEnvironment> & { id: string; callerId: string }) => {
    const runId = randomUUID();
    const all = await services();
    await all
      .get(unitOfWorkKey)
      .run((manager) => all.get(Environments).holdForRun(manager, { workspaceId, runId, ...run }));
    return run.runId ?? runId;
  };
  const release = async (runId: string) => {
    const all = await services();
    await all.get(unitOfWorkKey).run((manager) => all.get(Environments).release(manager, runId));
  };

  describe('with a name', () => {
    beforeEach(() => start());
    afterEach(() => server.stop());

    it('are made of a text or of entries, and answer the names of variables only', async () => {
      const made = await create('nightly', `B=2\n# x\nexport A="${SECRET}"\n`);
      expect(made).toEqual({
        id: expect.any(String),
        name: 'nightly',
        keyNames: ['A', 'B'],
        createdBy: expect.any(String),
        createdAt: '2026-03-01T09:00:00.000Z',
        updatedAt: '2026-03-01T09:00:00.000Z',
      });
      const entries = { KEY: SECRET, EMPTY: '' };
      const other = await server.invoke(
        createEnvironment,
        { ...tools, name: 'CI_1.x', entries },
        admin,
      );
      expect(await server.invoke(showEnvironment, { id: made.id }, admin)).toEqual(made);
      expect(await list()).toMatchObject({ data: [other, made], next: null });
      expect(await open(made.id)).toEqual({ A: SECRET, B: '2' });
      expect(await open(other.id)).toEqual(entries);
    });

    it('are listed in pages, and found by name', async () => {
      for (const name of ['c', 'a', 'b']) await create(name);
      const first = await list({ pageSize: 2 });
      expect(first.data.map(({ name }) => name)).toEqual(['a', 'b']);
      const second = await list({ pageSize: 2, after: first.next });
      expect(second).toMatchObject({ data: [{ name: 'c' }], next: null });
      expect((await list({ name: 'b' })).data).toMatchObject([{ name: 'b' }]);
      expect((await list({ name: 'absent' })).data).toEqual([]);
    });

    it('lose all their values when they are replaced, and keep their names', async () => {
      const { id } = await create('nightly');
      server.later(1000);
      const changed = await server.invoke(replaceEnvironment, { id, entries: { C: '3' } }, admin);
      expect(changed).toMatchObject({
        id,
        name: 'nightly',
        keyNames: ['C'],
        createdAt: '2026-03-01T09:00:00.000Z',
        updatedAt: '2026-03-01T09:00:01.000Z',
      });
      expect(await server.invoke(showEnvironment, { id }, admin)).toEqual(changed);
      expect(await open(id)).toEqual({ C: '3' });
    });

    it('are gone when they are deleted, for runs too', async () => {
      const { id } = await create('nightly');
      await server.invoke(deleteEnvironment, { id }, admin);
      for (const again of [
        server.invoke(deleteEnvironment, { id }, admin),
        server.invoke(showEnvironment, { id }, admin),
        server.invoke(replaceEnvironment, { id, env: '' }, admin),
        hold({ id, callerId: randomUUID() }),
      ])
        await expectError(again, 'not_found');
      await expectError(open(id), 'environment_gone');
      await create('nightly');
    });

    it('have a name of their own, also when several are made at the same moment', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_none, at) => create('nightly', `A=${at}`)),
      );
      const made = outcomes.filter(({ status }) => status === 'fulfilled');
      const refused = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as unknown] : [],
      );
      expect(made).toHaveLength(1);
      expect(refused).toEqual(
        Array.from({ length: 7 }, () =>
          expect.objectContaining({ code: 'environment_exists', status: 409 }),
        ),
      );
      expect(await rows()).toHaveLength(1);
      await server.newWorkspace(admin, 'others');
      const elsewhere = { workspace: 'others', name: 'nightly', env: '' };
      expect(await server.invoke(createEnvironment, elsewhere, admin)).toMatchObject({
        keyNames: [],
      });
    });

    it('keep their workspace from being deleted', async () => {
      const { id } = await create('nightly');
      await create('weekly');
      await expect(server.invoke(deleteWorkspace, { id: 'tools' }, admin)).rejects.toMatchObject({
        code: 'workspace_not_empty',
        message: expect.stringContaining('2 environments'),
      });
      await server.invoke(archiveWorkspace, { id: 'tools', reason: 'Moved' }, admin);
      await expectError(create('other'), 'workspace_archived');
      await expectError(
        server.invoke(replaceEnvironment, { id, env: 'A=1' }, admin),
        'workspace_archived',
      );
    });

    it('are sealed, each at its own row, and their values are in no row, log or event', async () => {
      const { id } = await create('nightly');
      const other = await create('weekly', 'A=1');
      const { id: run } = await forRun();
      const all = await services();
      const events = await server.invoke(listAuditEvents, { organization: 'acme' }, admin);
      expect(events.data.map(({ operation }) => operation)).toContain('launch.createEnvironment');
      const kept = [...(await rows()), ...events.data, ...server.host.log];
      for (const encoding of ['utf8', 'base64', 'hex'] as const)
        expect(JSON.stringify(kept)).not.toContain(
          Buffer.from(SECRET).toString(encoding).slice(0, 20),
        );
      await all
        .get(unitOfWorkKey)
        .run((manager) =>
          manager.query(
            `UPDATE launch_environments SET sealed = (SELECT sealed FROM launch_environments WHERE id = '${id}') WHERE id = '${other.id}'`,
          ),
        );
      await expectError(open(other.id), 'secret_unreadable');
      expect(await open(run)).toEqual({ KEY: SECRET });
    });

    it('of another workspace are not opened or used', async () => {
      const { id } = await create('nightly');
      const elsewhere = await server.newWorkspace(admin, 'others');
      await expectError((await environments()).open(id, elsewhere), 'environment_gone');
      await expectError(hold({ id, callerId: randomUUID(), workspaceId: elsewhere }), 'not_found');
      await hold({ id: id.toUpperCase(), callerId: randomUUID() });
    });

    it('are made by managers; members make those for runs', async () => {
      const newcomer = (role: 'member' | 'manager') =>
        server.newcomer(admin, {
          email: `${role}@example.com`,
          organization: 'acme',
          workspace: { name: 'tools', role },
        });
      const member = await newcomer('member');
      await expect(create('nightly', 'A=1', member)).rejects.toMatchObject({
        code: 'denied',
        hint: expect.stringContaining('manager'),
      });
      expect(await forRun(member)).toMatchObject({ name: null });
      expect(await create('nightly', 'A=1', await newcomer('manager'))).toMatchObject({
        name: 'nightly',
      });
    });
  });

  describe('that cannot be made', () => {
    beforeAll(() => start());
    afterAll(() => server.stop());

    it.each([
      ['neither form', {}],
      ['both forms', { env: 'A=1', entries: { A: '1' } }],
      ['neither name nor run', { name: undefined, env: 'A=1' }],
      ['name and run', { forRun: true, env: 'A=1' }],
      ['an id as its name', { name: randomUUID(), env: 'A=1' }],
      ['a name with a space', { name: 'a b', env: 'A=1' }],
      ['a value that is no text', { entries: { A: 1 } }],
      ['a value of more than 64 KiB', { entries: { A: SECRET.repeat(3000) } }],
      [
        '201 entries',
        { entries: Object.fromEntries([...Array(201).keys()].map((n) => [`A${n}`, ''])) },
      ],
      ['a text of more than 64 KiB', { env: `A=${SECRET.repeat(3000)}` }],
      ['something else', { env: 'A=1', keep: 'named' }],
    ])('are refused with %s', async (_what, wrong) => {
      const input = { ...tools, name: 'nightly', ...wrong } as never;
      const error = await server
        .invoke(createEnvironment, input, admin)
        .catch((each: unknown) => each);
      expect(error).toMatchObject({ code: 'invalid_input' });
      expect(JSON.stringify(error)).not.toContain(SECRET);
      expect(await rows()).toEqual([]);
    });

    it('are refused with variables that a run cannot have, by name and line', async () => {
      const refused = create('nightly', `A=1\n\nAWS_KEY=${SECRET}\n${SECRET}\nPATH=x`);
      const error = await refused.catch((each: unknown) => each);
      expect(error).toMatchObject({
        code: 'environment_invalid',
        issues: [
          { field: 'env', line: 3, message: expect.stringContaining('AWS_KEY') },
          { field: 'env', line: 4 },
          { field: 'env', line: 5, message: expect.stringContaining('PATH') },
        ],
      });
      const entries = { SVC_TOKEN: SECRET };
      const other = await server
        .invoke(createEnvironment, { ...tools, name: 'nightly', entries }, admin)
        .catch((each: unknown) => each);
      expect(other).toMatchObject({
        code: 'environment_invalid',
        issues: [{ field: 'entries', message: expect.stringContaining('SVC_TOKEN') }],
      });
      expect(JSON.stringify([error, other])).not.toContain(SECRET);
      expect(await rows()).toEqual([]);
    });
  });

  describe('for a run', () => {
    beforeEach(() => start());
    afterEach(() => server.stop());

    it('are found by nobody, and opened by their run until it ends', async () => {
      const { id, name, keyNames, createdBy } = await forRun();
      expect({ name, keyNames }).toEqual({ name: null, keyNames: ['KEY'] });
      expect(await namesOf()).toEqual([]);
      await expectError(server.invoke(showEnvironment, { id }, admin), 'not_found');
      await expectError(server.invoke(deleteEnvironment, { id }, admin), 'not_found');
      const runId = await hold({ id, callerId: createdBy! });
      expect(await open(id)).toEqual({ KEY: SECRET });
      await release(randomUUID());
      expect(await rows()).toHaveLength(1);
      await release(runId);
      expect(await rows()).toEqual([]);
      await expectError(open(id), 'environment_gone');
    });

    it('serve one run, of who made them', async () => {
      const { id, createdBy } = await forRun();
      await expectError(hold({ id, callerId: randomUUID() }), 'not_found');
      const outcomes = await Promise.allSettled([
        hold({ id, callerId: createdBy! }),
        hold({ id, callerId: createdBy! }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('leave named ones alone when the run ends', async () => {
      const { id, createdBy } = await create('nightly');
      await release(await hold({ id, callerId: createdBy! }));
      expect(await namesOf()).toEqual(['nightly']);
    });

    it('are deleted after a day without a run', async () => {
      await create('nightly');
      await forRun();
      const { id, createdBy } = await forRun();
      await hold({ id, callerId: createdBy! });
      server.later(DAY_MS - 1);
      const young = await forRun();
      await (await environments()).deleteAbandoned();
      expect(await rows()).toHaveLength(4);
      server.later(2);
      await (await environments()).deleteAbandoned();
      expect((await rows()).map((row) => row.id)).toEqual(expect.arrayContaining([id, young.id]));
      expect(await rows()).toHaveLength(3);
    });

    it('do not keep their workspace from being deleted', async () => {
      await forRun();
      await server.invoke(deleteWorkspace, { id: 'tools' }, admin);
    });
  });

  it('cannot be stored without a key of the server', async () => {
    await start('');
    if (databases.engine === 'postgres')
      await expectError(create('nightly'), 'secrets_unavailable');
    else await create('nightly');
    await server.stop();
  });
});
