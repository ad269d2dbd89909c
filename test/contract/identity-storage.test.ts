import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { workspaceDirectoryKey } from '../../modules/identity/contract/access.js';
import { createApiKey, viewWorkspace, whoAmI } from '../../modules/identity/contract/index.js';
import { startDeviceSignIn } from '../../modules/identity/contract/operations/device.js';
import { resetPassword } from '../../modules/identity/contract/operations/organizations.js';
import {
  archiveWorkspace,
  deleteWorkspace,
} from '../../modules/identity/contract/operations/workspaces.js';
import { PasswordResets } from '../../modules/identity/server/accounts/password-resets.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { withdrawApprovals } from '../../modules/identity/server/device/transitions.js';
import { DeviceSignIn } from '../../modules/identity/server/entities/device-sign-ins.js';
import { PasswordReset, Session } from '../../modules/identity/server/entities/tokens.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import jobs from '../../modules/jobs/module.js';
import registry from '../../modules/registry/module.js';
import { publishTile, viewTile } from '../../modules/registry/contract/operations.js';
import { describeEachDatabase } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';
import { archiveOf } from './registry/registry-host.js';
import { StatementLog } from './statement-log.js';
import { expectError } from './expect-error.js';

describeEachDatabase('how accounts are stored', (database) => {
  let server: IdentityServer;
  let admin: string;

  beforeAll(async () => {
    server = await startIdentity(database, { modules: [jobs, registry] });
    admin = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    await server.invoke(startDeviceSignIn, { client: 'svc', codeChallenge: 'a'.repeat(43) });
  });
  afterAll(() => server.stop());

  it('nothing without a value changes anything', async () => {
    const services = await server.host.server!.services('identity');
    const { manager } = services.get(readDatabaseKey);
    const [sessions, resets] = [services.get(Sessions), services.get(PasswordResets)];
    await server.newcomer(admin, { email: 'bob@example.com', organization: 'acme' });
    await server.invoke(resetPassword, { organization: 'acme', member: 'bob@example.com' }, admin);
    const rows = async (): Promise<unknown> => [
      await manager.find(Session),
      await manager.find(PasswordReset),
      await manager.find(DeviceSignIn),
    ];
    const before = await rows();
    for (const odd of [undefined, null, {}, [], ''] as never[]) {
      const changes: ((unit: EntityManager) => Promise<unknown>)[] = [
        (unit) => sessions.end(unit, odd),
        (unit) => sessions.endAll(unit, odd),
        (unit) => sessions.renew(unit, odd),
        (unit) => resets.cancel(unit, odd),
        (unit) => resets.cancelMadeBy(unit, odd),
        (unit) => resets.useUp(unit, { id: odd, user: odd }),
        (unit) => withdrawApprovals(unit, odd),
      ];
      for (const change of changes)
        await services
          .get(unitOfWorkKey)
          .run(change)
          .catch(() => undefined);
      const approver = { userId: odd, sessionId: odd };
      for (const how of ['approve', 'deny'] as const)
        await services
          .get(DeviceApprovals)
          [how](odd, approver)
          .catch(() => undefined);
    }
    expect(await rows()).toEqual(before);
    expect(before).toEqual([
      expect.arrayContaining([expect.anything()]),
      [expect.anything()],
      [expect.anything()],
    ]);
  });

  it('recognising a caller costs one statement every five seconds, deciding none: a read of one object two in all, or one', async () => {
    const { value } = await server.invoke(createApiKey, { name: 'ci', workspace: 'tools' }, admin);
    const { manager } = await server.host.get(readDatabaseKey);
    const log = new StatementLog();
    manager.connection.logger = log;
    server.later(5000);
    for (const token of [admin, value]) {
      for (const statements of [2, 1]) {
        log.statements.length = 0;
        await server.invoke(viewWorkspace, { id: 'tools' }, token);
        expect(log.statements).toHaveLength(statements);
      }
    }
  });

  it('secrets are stored as hashes only, and never logged', async () => {
    const { value } = await server.invoke(
      createApiKey,
      { name: 'secret', workspace: 'tools' },
      admin,
    );
    await server.invoke(whoAmI, {}, value);
    await server.invoke(whoAmI, {}, `${value}x`).catch(() => undefined);
    const { manager } = await server.host.get(readDatabaseKey);
    const tables = manager.connection.entityMetadatas.map(({ tableName }) => tableName);
    const rows = await Promise.all(
      tables.map((table) => manager.query<object[]>(`SELECT * FROM "${table}"`)),
    );
    const everything = JSON.stringify([rows, server.host.log]);
    for (const secret of [value, admin, 'correct horse battery'])
      expect(everything).not.toContain(secret);
  });

  it('a workspace with a plugin cannot be deleted', async () => {
    const upload = await archiveOf({ name: 'tools/demo', private: true });
    await server.host.invoke(publishTile, { workspace: 'tools' }, { token: admin, upload });
    const attempt = server.invoke(deleteWorkspace, { id: 'tools' }, admin);
    await expect(attempt).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: 'The workspace "tools" still holds 1 plugin.',
    });
  });

  it('nothing is published to an archived workspace, and what it holds is still read', async () => {
    await server.newWorkspace(admin, 'retired');
    const publish = async (version: string) => {
      const upload = await archiveOf({ name: 'retired/demo', version, private: true });
      return server.host.invoke(publishTile, { workspace: 'retired' }, { token: admin, upload });
    };
    await publish('1.0.0');
    await server.invoke(archiveWorkspace, { id: 'retired', reason: 'Given up' }, admin);
    await expectError(publish('1.1.0'), 'workspace_archived', 409);
    const tile = await server.invoke(viewTile, { workspace: 'retired', tile: 'demo' }, admin);
    expect(tile).toMatchObject({ latestVersion: '1.0.0' });
  });

  it('of a deletion and a publish at the same moment only one succeeds', async () => {
    const outcomes: boolean[][] = [];
    for (let round = 0; round < 6; round += 1) {
      const workspace = `moment-${round}`;
      await server.newWorkspace(admin, workspace);
      const publishes = ['one', 'two', 'three'].map(async (plugin) => {
        const upload = await archiveOf({ name: `${workspace}/${plugin}`, private: true });
        return server.host.invoke(publishTile, { workspace }, { token: admin, upload });
      });
      const deletion = server.invoke(deleteWorkspace, { id: workspace }, admin);
      const settled = await Promise.allSettled([deletion, ...publishes]);
      for (const result of settled) {
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({
            code: expect.stringMatching(/^(workspace_not_empty|not_found|publish_refused)$/),
          });
      }
      outcomes.push(settled.map(({ status }) => status === 'fulfilled'));
    }
    for (const [deleted, ...published] of outcomes)
      expect(published.every((done) => done !== deleted)).toBe(true);
  });

  it('who finds that a workspace is gone stores nothing in it', async () => {
    const id = await server.newWorkspace(admin, 'leaving');
    const services = await server.host.server!.services('identity');
    const directory = services.get(workspaceDirectoryKey);
    await directory.hold(id);
    expect(await directory.nameOf(id)).toBe('leaving');
    await server.invoke(deleteWorkspace, { id }, admin);
    expect(await directory.nameOf(id)).toBe(id);
    await expectError(directory.hold(id), 'not_found', 404);
  });

  it('a workspace is archived when those are done who store something in it', async () => {
    const id = await server.newWorkspace(admin, 'resting');
    const services = await server.host.server!.services('identity');
    const directory = services.get(workspaceDirectoryKey);
    const { manager: reader, engine } = await server.host.get(readDatabaseKey);
    const order: string[] = [];
    // bound to what is outside of the unit, as another request is
    const archive = AsyncResource.bind(() =>
      server
        .invoke(archiveWorkspace, { id, reason: 'Given up' }, admin)
        .then(() => order.push('archived')),
    );
    let archived: Promise<unknown> | undefined;
    await services.get(unitOfWorkKey).run(async (manager) => {
      await directory.hold(id);
      const [{ pid } = { pid: 0 }] =
        engine === 'postgres'
          ? await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid')
          : [];
      archived = archive();
      const blocked = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
      while (
        engine === 'postgres' &&
        order.length === 0 &&
        (await reader.query<object[]>(blocked, [pid])).length === 0
      );
      order.push('stored');
    });
    await archived;
    expect(order).toEqual(['stored', 'archived']);
    await expectError(directory.hold(id), 'workspace_archived', 409);
  });
});
