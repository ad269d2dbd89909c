import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import {
  addOrganizationMember,
  addWorkspaceMember,
  createApiKey,
  createWorkspace,
  listOrganizationMembers,
  listWorkspaceMembers,
  viewWorkspace,
  whoAmI,
} from '../../modules/identity/contract/index.js';
import { listApiKeys } from '../../modules/identity/contract/operations/api-keys.js';
import {
  removeOrganizationMember,
  resetPassword,
} from '../../modules/identity/contract/operations/organizations.js';
import { redeemCode, signIn } from '../../modules/identity/contract/operations/sign-in.js';
import { ApiKey, Invitation } from '../../modules/identity/server/entities/tokens.js';
import { readDatabaseKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer, type Invoke } from './identity-server.js';
import { expectError } from './expect-error.js';

const [ann, bob, cat] = ['ann@example.com', 'bob@example.com', 'cat@example.com'];

describeEachDatabase('leaving an organization', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let admin: string;
  let leaver: string;
  const invoke = ((...args: [never, never, string?]) => server.invoke(...args)) as Invoke;
  const remove = (
    more: { member?: string; successor?: string; keepKeys?: boolean } = {},
    token = admin,
  ) => invoke(removeOrganizationMember, { organization: 'acme', member: bob, ...more }, token);
  const ownersOf = async (workspace: string): Promise<string[]> =>
    (await invoke(listWorkspaceMembers, { workspace }, admin)).data
      .filter(({ role }) => role === 'owner')
      .map(({ email }) => email);

  beforeEach(async () => {
    server = await startIdentity(database);
    admin = await server.firstAdmin(ann, 'acme');
    leaver = await server.newcomer(admin, { email: bob, organization: 'acme', role: 'admin' });
  });
  afterEach(() => server.stop());

  it('ends sessions and roles, and says what it did', async () => {
    await server.newWorkspace(admin, 'tools');
    await invoke(addWorkspaceMember, { workspace: 'tools', email: bob, role: 'manager' }, admin);
    await server.newSession(bob, { kind: 'page' });
    expect(await remove()).toEqual({
      userId: expect.any(String),
      email: bob,
      apiKeys: [],
      cancelledInvitations: [],
      endedSessions: 2,
      workspaces: [{ name: 'tools', role: 'manager', newOwner: null }],
    });
    await expectError(invoke(whoAmI, {}, leaver), 'token_unknown', 401);
    // a session would read what is public to all who are signed in
    await expectError(invoke(signIn, { email: bob, password: PASSWORD }), 'belongs_nowhere', 403);
    await expectError(invoke(signIn, { email: bob, password: 'wrong password' }), 'sign_in_failed');
    const { invitation } = await invoke(
      addOrganizationMember,
      { organization: 'acme', email: bob },
      admin,
    );
    const { token } = await invoke(redeemCode, {
      code: invitation!.code,
      email: bob,
      password: PASSWORD,
    });
    expect(await invoke(whoAmI, {}, token)).toMatchObject({
      organizations: [{ name: 'acme', role: 'member' }],
    });
    await expectError(invoke(viewWorkspace, { id: 'tools' }, token), 404);
    await remove();
    await expectError(remove(), 'not_found', 404);
  });

  it('ends rights only for who belongs to another organization as well', async () => {
    const other = await server.foundOrganization('globex', 'gil@example.com');
    const { invitation } = await invoke(
      addOrganizationMember,
      { organization: 'globex', email: bob },
      other,
    );
    await invoke(redeemCode, { code: invitation!.code, email: bob, password: PASSWORD });
    expect(await remove()).toMatchObject({ endedSessions: 0 });
    expect(await invoke(whoAmI, {}, leaver)).toMatchObject({
      organizations: [{ name: 'globex' }],
    });
    await expectError(invoke(listOrganizationMembers, { organization: 'acme' }, leaver), 404);
  });

  describe('hands over', () => {
    beforeEach(async () => {
      await server.newcomer(admin, { email: cat, organization: 'acme' });
      await invoke(createWorkspace, { name: 'alone' }, leaver);
      await invoke(createWorkspace, { name: 'shared' }, leaver);
      await invoke(addWorkspaceMember, { workspace: 'shared', email: cat, role: 'owner' }, leaver);
    });

    it('workspaces that would have no owner, to who removes', async () => {
      const { workspaces } = await remove();
      expect(workspaces).toEqual(
        expect.arrayContaining([
          { name: 'alone', role: 'owner', newOwner: ann },
          { name: 'shared', role: 'owner', newOwner: null },
        ]),
      );
      expect([await ownersOf('alone'), await ownersOf('shared')]).toEqual([[ann], [cat]]);
    });

    it('or to a named member', async () => {
      await remove({ successor: cat });
      expect(await ownersOf('alone')).toEqual([cat]);
    });

    it('to nobody who is not there, and not to the leaver: then nothing happens', async () => {
      await expectError(remove({ successor: 'eve@example.com' }), 404);
      await expectError(remove({ successor: bob }), 'invalid_input');
      // who goes by themselves names who takes over
      await expectError(remove({}, leaver), 'successor_needed', 409);
      expect(await ownersOf('alone')).toEqual([bob]);
      await expect(remove({ successor: ann }, leaver)).resolves.toMatchObject({ endedSessions: 1 });
      expect(await ownersOf('alone')).toEqual([ann]);
    });
  });

  describe('API keys that the leaver made', () => {
    let keys: { id: string; value: string }[];
    beforeEach(async () => {
      await invoke(createWorkspace, { name: 'tools' }, leaver);
      keys = [
        await invoke(createApiKey, { name: 'ci', workspace: 'tools' }, leaver),
        await invoke(createApiKey, { name: 'wide', org: 'acme' }, leaver),
      ];
      await invoke(createApiKey, { name: 'mine', workspace: 'tools' }, admin);
    });
    const callerOf = (index: number) => invoke(whoAmI, {}, keys[index]!.value);

    it('are revoked', async () => {
      const { apiKeys } = await remove();
      expect(apiKeys).toEqual(
        expect.arrayContaining([
          { id: keys[0]!.id, name: 'ci', workspace: 'tools', outcome: 'revoked' },
          { id: keys[1]!.id, name: 'wide', workspace: null, outcome: 'revoked' },
        ]),
      );
      for (const index of [0, 1]) await expectError(callerOf(index), 'token_revoked');
      expect(
        (await invoke(listApiKeys, { workspace: 'tools' }, admin)).data.map(({ name }) => name),
      ).toEqual(['mine']);
    });

    it('or go on under the name of who takes over', async () => {
      const { apiKeys } = await remove({ keepKeys: true });
      expect(apiKeys.map(({ outcome }) => outcome)).toEqual(['kept', 'kept']);
      for (const index of [0, 1]) await expect(callerOf(index)).resolves.toBeDefined();
      const { manager } = await server.host.get(readDatabaseKey);
      expect(new Set((await manager.find(ApiKey)).map(({ createdBy }) => createdBy)).size).toBe(1);
    });

    it('are none when they were revoked or have expired before', async () => {
      server.later(40 * 24 * 60 * 60 * 1000);
      admin = (await invoke(signIn, { email: ann, password: PASSWORD })).token;
      expect((await remove()).apiKeys).toEqual([]);
    });
  });

  it('cancels the invitations that the leaver made, the one that would bring them back, and their resets', async () => {
    const dan = await invoke(
      addOrganizationMember,
      { organization: 'acme', email: 'dan@example.com' },
      leaver,
    );
    await invoke(addOrganizationMember, { organization: 'acme', email: 'eva@example.com' }, admin);
    await server.newcomer(admin, { email: cat, organization: 'acme' });
    const { code } = await invoke(resetPassword, { organization: 'acme', member: cat }, leaver);
    await server.newWorkspace(admin, 'tools');
    const { manager } = await server.host.get(readDatabaseKey);
    expect(await manager.countBy(Invitation, { emailKey: bob })).toBe(1);
    expect((await remove()).cancelledInvitations).toEqual(['dan@example.com']);
    const redeem = (given: string, email: string) =>
      invoke(redeemCode, { code: given, email, password: PASSWORD });
    await expectError(redeem(dan.invitation!.code, 'dan@example.com'), 'code_invalid');
    await expectError(redeem(code, cat), 'code_invalid');
  });

  it('is not possible for the last admin', async () => {
    await remove();
    await expectError(remove({ member: ann }), 'last_admin', 409);
  });

  describe('at the same moment', () => {
    const settledWell = (results: readonly PromiseSettledResult<unknown>[]): void => {
      for (const result of results) {
        if (result.status === 'rejected' && !isSvcError(result.reason))
          throw result.reason as Error;
        if (result.status === 'rejected')
          expect((result.reason as { status: number }).status).toBeLessThan(500);
      }
    };
    const round = async (): Promise<void> => {
      leaver = await server.newcomer(admin, { email: bob, organization: 'acme', role: 'admin' });
    };

    it('leaves no working key and no invitation of the leaver behind', async () => {
      await server.newWorkspace(admin, 'tools');
      const { manager } = await server.host.get(readDatabaseKey);
      for (let index = 0; index < 6; index++) {
        if (index > 0) await round();
        const makes = Array.from({ length: 4 }, (_, at) =>
          invoke(
            createApiKey,
            {
              name: `key ${index} ${at}`,
              ...(at % 2 === 0 ? { workspace: 'tools' } : { org: 'acme' }),
            },
            leaver,
          ),
        );
        const invites = Array.from({ length: 3 }, (_, at) =>
          invoke(
            addOrganizationMember,
            { organization: 'acme', email: `new${index}-${at}@example.com` },
            leaver,
          ),
        );
        const report = remove();
        settledWell(await Promise.allSettled([...makes, ...invites, report]));
        const { userId } = await report;
        const left = await manager.findBy(ApiKey, { createdBy: userId });
        expect(left.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
        expect(await manager.countBy(Invitation, { createdBy: userId })).toBe(0);
      }
    });

    it('a sign-in ends with the others, or begins without any right', async () => {
      for (let index = 0; index < 4; index++) {
        if (index > 0) await round();
        const signIns = Array.from({ length: 3 }, () =>
          invoke(signIn, { email: bob, password: PASSWORD }),
        );
        const results = await Promise.allSettled([remove(), ...signIns]);
        settledWell(results);
        for (const result of results.slice(1)) {
          if (result.status !== 'fulfilled' || !('token' in result.value)) continue;
          const me = await invoke(whoAmI, {}, result.value.token).catch(() => undefined);
          expect(me?.organizations ?? []).toEqual([]);
        }
      }
    });

    it('two admins who remove each other leave one', async () => {
      const results = await Promise.allSettled([remove(), remove({ member: ann }, leaver)]);
      settledWell(results);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });
});
