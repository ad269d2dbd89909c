import { AsyncResource } from 'node:async_hooks';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  addOrganizationMember,
  addWorkspaceMember,
  viewOrganization,
} from '../../modules/identity/contract/index.js';
import {
  cancelInvitation,
  listInvitations,
  resendInvitation,
} from '../../modules/identity/contract/operations/invitations.js';
import { redeemCode } from '../../modules/identity/contract/operations/sign-in.js';
import { Organization } from '../../modules/identity/server/entities/people.js';
import { lockOrganization } from '../../modules/identity/server/workspaces/organizations.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const MINUTE = 60_000;

describeEachDatabase('open invitations', (databases) => {
  const it = itInTurn(databases);
  let server: IdentityServer;
  let token: string;

  beforeEach(async () => {
    server = await startIdentity(databases);
    token = await server.firstAdmin('admin@example.com', 'acme');
  });
  afterEach(() => server.stop());

  const organization = 'acme';
  const list = async (more: object = {}) =>
    server.invoke(listInvitations, { organization, ...more }, token);
  const redeem = (code: string, email = 'bob@example.com') =>
    server.invoke(redeemCode, { code, email, password: PASSWORD });
  const resend = (invitation: string) =>
    server.invoke(resendInvitation, { organization, invitation }, token);
  const cancel = (invitation: string) =>
    server.invoke(cancelInvitation, { organization, invitation }, token);

  async function invite(email = 'bob@example.com'): Promise<string> {
    const { invitation } = await server.invoke(
      addOrganizationMember,
      { organization, email },
      token,
    );
    return invitation!.code;
  }
  const idOf = async (email = 'bob@example.com') =>
    (await list()).data.find((row) => row.email === email)!.id;

  it('are listed with what they give, without their codes, until they are redeemed', async () => {
    await server.newWorkspace(token, 'tools');
    const code = await invite('Bob@Example.com');
    await server.invoke(
      addWorkspaceMember,
      { workspace: 'tools', email: 'bob@example.com', role: 'publisher' },
      token,
    );
    const { data } = await list();
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(
      expect.objectContaining({
        email: 'bob@example.com',
        organizationRole: 'member',
        workspace: null,
      }),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ workspace: 'tools', workspaceRole: 'publisher' }),
    );
    expect(JSON.stringify(data)).not.toContain('svc_code_');
    await redeem(code);
    expect((await list()).data).toHaveLength(1);
  });

  it("are listed page by page, one person's several too", async () => {
    for (const name of ['a', 'b', 'c']) {
      await server.newWorkspace(token, name);
      await server.invoke(addWorkspaceMember, { workspace: name, email: 'bob@example.com' }, token);
    }
    const seen: (string | null)[] = [];
    let after: string | undefined;
    do {
      const page = await list({ pageSize: 1, ...(after !== undefined && { after }) });
      seen.push(...page.data.map(({ workspace }) => workspace));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen.sort()).toEqual(['a', 'b', 'c']);
  });

  it('get a new code after two minutes, and the old one stops working', async () => {
    const old = await invite();
    const id = await idOf();
    server.later(2 * MINUTE - 1);
    await expect(resend(id)).rejects.toMatchObject({
      code: 'invitation_cool_down',
      status: 429,
      details: { retryAfterSeconds: 1 },
    });
    server.later(1);
    const { code, email } = await resend(id);
    expect(email).toBe('bob@example.com');
    await expect(resend(id)).rejects.toMatchObject({ details: { retryAfterSeconds: 120 } });
    await expectError(redeem(old), 'code_invalid');
    await expect(redeem(code)).resolves.toBeDefined();
    await expectError(resend(id), 'not_found');
  });

  it('get a new code immediately when the last one was made while the clock was ahead', async () => {
    const right = server.clock.now;
    server.clock.now = new Date(right.getTime() + 24 * 60 * MINUTE);
    await invite();
    const id = await idOf();
    server.clock.now = right;
    await expect(resend(id)).resolves.toMatchObject({ email: 'bob@example.com' });
    await expect(resend(id)).rejects.toMatchObject({
      code: 'invitation_cool_down',
      details: { retryAfterSeconds: 120 },
    });
  });

  it('that have expired live again with a new code', async () => {
    const old = await invite();
    const id = await idOf();
    server.later(8 * 24 * 60 * MINUTE);
    await expectError(redeem(old), 'code_invalid');
    await expect(redeem((await resend(id)).code)).resolves.toBeDefined();
  });

  it('are cancelled once', async () => {
    const code = await invite();
    const id = await idOf();
    await cancel(id);
    await expectError(redeem(code), 'code_invalid');
    await expectError(cancel(id), 'not_found');
    expect((await list()).data).toEqual([]);
  });

  it('that are redeemed while they are cancelled: the code is invalid, and nobody is asked to try again', async () => {
    const [code, id] = [await invite(), await idOf()];
    const { manager: reader, engine } = await server.host.get(readDatabaseKey);
    const { id: organizationId } = await reader.findOneByOrFail(Organization, {
      name: organization,
    });
    // the second in the queue waits for the first
    const queue = `WITH RECURSIVE queue AS (SELECT $1::integer AS pid UNION
      SELECT a.pid FROM pg_stat_activity a JOIN queue ON queue.pid = ANY (pg_blocking_pids(a.pid))) SELECT pid FROM queue`;
    const queued = async (manager: EntityManager, count: number): Promise<void> => {
      if (engine !== 'postgres') return;
      const [own] = await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
      while ((await reader.query<object[]>(queue, [own?.pid])).length <= count);
    };
    // bound to what is outside of the unit, as other requests are
    const cancelling = AsyncResource.bind(() => cancel(id));
    const redeeming = AsyncResource.bind(() => redeem(code));
    const services = await server.host.server!.services('identity');
    const asked = await services.get(unitOfWorkKey).run(async (manager) => {
      await lockOrganization(manager, organizationId);
      const cancelled = cancelling();
      await queued(manager, 1);
      const redeemed = redeeming();
      await queued(manager, 2);
      return { outcomes: Promise.allSettled([cancelled, redeemed]) };
    });
    expect(await asked.outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'code_invalid' } },
    ]);
  });

  it('give one code of those that are made at once', async () => {
    await invite();
    const id = await idOf();
    server.later(2 * MINUTE);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => resend(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('of others are not found', async () => {
    await invite();
    const id = await idOf();
    const rival = await server.foundOrganization('globex', 'rival@example.com');
    for (const invitation of [id, id.toUpperCase(), 'x', '\u0000']) {
      const refused = server.invoke(
        cancelInvitation,
        { organization: 'globex', invitation },
        rival,
      );
      await expectError(refused, 'not_found', 404);
    }
    await expectError(server.invoke(listInvitations, { organization }, rival), 404);
    await expectError(server.invoke(viewOrganization, { orgId: organization }, rival), 404);
    expect(await server.invoke(viewOrganization, { orgId: organization }, token)).toMatchObject({
      name: 'acme',
      role: 'admin',
    });
  });
});
