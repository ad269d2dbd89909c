import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { defineModule, contribute } from 'svc-registry/kernel';
import {
  addOrganizationMember,
  addWorkspaceMember,
  createApiKey,
  createWorkspace,
  listOrganizationMembers,
  listWorkspaceMembers,
  listWorkspaces,
  viewWorkspace,
  whoAmI,
  workspaceContentPoint,
  workspaceDirectoryKey,
} from '../../modules/identity/contract/index.js';
import { deleteApiKey, listApiKeys } from '../../modules/identity/contract/operations/api-keys.js';
import { removeOrganizationMember } from '../../modules/identity/contract/operations/organizations.js';
import { redeemCode } from '../../modules/identity/contract/operations/sign-in.js';
import {
  archiveWorkspace,
  deleteWorkspace,
  removeWorkspaceMember,
  unarchiveWorkspace,
  updateWorkspace,
} from '../../modules/identity/contract/operations/workspaces.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer, type Invoke } from './identity-server.js';
import { expectError } from './expect-error.js';

const DAY = 24 * 60 * 60 * 1000;

class TwoNotes {
  describe(): Promise<string | null> {
    return Promise.resolve('2 notes');
  }
}

/** Keeps notes in every workspace while the setting is on. */
const notes = defineModule({
  id: 'notes',
  api: '^1.0.0',
  summary: 'Notes',
  requires: ['identity'],
  contributes: [
    contribute(workspaceContentPoint, 'notes', { summary: 'Notes' }, () =>
      Promise.resolve(TwoNotes),
    ),
  ],
});

describeEachDatabase('roles', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let admin: string;
  const invoke = ((...args: [never, never, string?]) => server.invoke(...args)) as Invoke;
  const person = (
    name: string,
    workspace?: { name: string; role: 'member' | 'publisher' | 'manager' | 'owner' },
  ) =>
    server.newcomer(admin, {
      email: `${name}@example.com`,
      organization: 'acme',
      ...(workspace && { workspace }),
    });

  beforeEach(async () => {
    server = await startIdentity(database);
    admin = await server.firstAdmin('ann@example.com', 'acme');
  });
  afterEach(() => server.stop());

  describe('workspaces', () => {
    it('are created in the default organization, by its admins only, and found by name, id and full name', async () => {
      const made = await invoke(createWorkspace, { name: 'tools' }, admin);
      expect(made).toMatchObject({
        name: 'tools',
        organization: 'acme',
        role: 'owner',
        orgDefaultRole: null,
      });
      for (const id of ['tools', made.id, made.id.toUpperCase(), 'acme/tools']) {
        expect(await invoke(viewWorkspace, { id }, admin)).toEqual(made);
      }
      const bob = await person('bob');
      await expectError(invoke(createWorkspace, { name: 'mine' }, bob), 'denied', 403);
      await expectError(invoke(createWorkspace, { name: 'tools' }, admin), 'name_taken', 409);
    });

    it('of the same name, created at once: one wins', async () => {
      const tries = Array.from({ length: 5 }, () =>
        invoke(createWorkspace, { name: 'tools' }, admin),
      );
      const results = await Promise.allSettled(tries);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ code: 'name_taken' });
    });

    it('refuse names that are no names', async () => {
      const odd = [
        'Tools',
        'a_b',
        '-a',
        'a-',
        'a--b',
        '',
        'a'.repeat(101),
        'constructor',
        'v1',
        '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
      ];
      for (const name of odd) {
        await expect(invoke(createWorkspace, { name }, admin)).rejects.toMatchObject({
          code: 'invalid_input',
          issues: [{ field: 'name' }],
        });
      }
    });

    it('that others cannot see look like absent ones', async () => {
      await server.newWorkspace(admin, 'tools');
      const stranger = await server.foundOrganization('globex', 'gil@example.com');
      const answer = (id: string) =>
        invoke(viewWorkspace, { id }, stranger).catch(
          (error: unknown) => error as Error & { status: number },
        );
      const [hidden, absent] = [await answer('tools'), await answer('nothing')];
      expect(hidden).toMatchObject({ status: 404, code: 'not_found' });
      expect((hidden as Error).message.replace('tools', 'nothing')).toBe((absent as Error).message);
    });

    it('give every member of the organization a role, at most publisher', async () => {
      await server.newWorkspace(admin, 'tools');
      const bob = await person('bob');
      await expectError(invoke(viewWorkspace, { id: 'tools' }, bob), 404);
      await expectError(
        invoke(updateWorkspace, { id: 'tools', orgDefaultRole: 'manager' as never }, admin),
        400,
      );
      await invoke(updateWorkspace, { id: 'tools', orgDefaultRole: 'publisher' }, admin);
      await expect(invoke(viewWorkspace, { id: 'tools' }, bob)).resolves.toMatchObject({
        role: 'publisher',
      });
      await expectError(invoke(updateWorkspace, { id: 'tools' }, bob), 403);
      expect((await invoke(listWorkspaces, {}, bob)).data).toMatchObject([{ name: 'tools' }]);
      const later = await person('later');
      await expect(invoke(viewWorkspace, { id: 'tools' }, later)).resolves.toMatchObject({
        role: 'publisher',
      });
      await invoke(updateWorkspace, { id: 'tools' }, admin);
      for (const token of [bob, later])
        expect((await invoke(listWorkspaces, {}, token)).data).toEqual([]);
      await invoke(updateWorkspace, { id: 'tools', orgDefaultRole: 'member' }, admin);
      await invoke(updateWorkspace, { id: 'tools', orgDefaultRole: null }, admin);
      expect((await invoke(listWorkspaces, {}, later)).data).toEqual([]);
    });

    it('say what the caller may do in them', async () => {
      await server.newWorkspace(admin, 'tools');
      const actions = async (token: string) =>
        (await invoke(viewWorkspace, { id: 'tools' }, token)).allowedActions!;
      const member = await person('bob', { name: 'tools', role: 'member' });
      const manager = await person('mia', { name: 'tools', role: 'manager' });
      const { value: key } = await invoke(
        createApiKey,
        { name: 'ci', workspace: 'tools', role: 'manager' },
        admin,
      );
      expect(await actions(member)).toEqual(['workspace:read']);
      const reached = ['api_key:list', 'workspace:edit_settings', 'workspace:read'];
      expect(await actions(key)).toEqual(reached);
      const forPeople = ['api_key:create', 'api_key:delete', 'workspace:manage_members'];
      expect(await actions(manager)).toEqual([...reached, ...forPeople].sort());
      expect(await actions(admin)).toEqual(
        [...reached, ...forPeople, 'workspace:archive', 'workspace:delete'].sort(),
      );
      expect((await invoke(listWorkspaces, {}, admin)).data[0]).not.toHaveProperty(
        'allowedActions',
      );
    });

    it('take nothing new while they are archived, and lists leave them out', async () => {
      await server.newWorkspace(admin, 'tools');
      await server.newWorkspace(admin, 'lab');
      const owner = await person('olga', { name: 'tools', role: 'owner' });
      const manager = await person('mia', { name: 'tools', role: 'manager' });
      await person('bob');
      const archive = (token: string, reason = 'Given up') =>
        invoke(archiveWorkspace, { id: 'tools', reason }, token);
      await expectError(archive(manager), 'denied');
      for (const reason of [
        '',
        ' \u00a0',
        'turned \u202e round',
        'half \ud800',
        'two\nlines',
        'x'.repeat(501),
      ]) {
        await expect(archive(owner, reason)).rejects.toMatchObject({
          code: 'invalid_input',
          issues: [{ field: 'reason' }],
        });
      }
      const archived = await archive(owner);
      expect(archived).toMatchObject({
        archivedAt: server.clock.now.toISOString(),
        archivedReason: 'Given up',
      });
      server.later(DAY);
      expect(await archive(admin, 'Moved to acme')).toMatchObject({
        archivedAt: archived.archivedAt,
        archivedReason: 'Moved to acme',
      });
      const names = async (input: object) =>
        (await invoke(listWorkspaces, input, admin)).data.map(({ name }) => name);
      expect([await names({}), await names({ includeArchived: true })]).toEqual([
        ['lab'],
        ['lab', 'tools'],
      ]);
      const newcomers = [
        () => invoke(updateWorkspace, { id: 'tools', orgDefaultRole: 'member' }, owner),
        () => invoke(createApiKey, { name: 'ci', workspace: 'tools' }, admin),
        () => invoke(addWorkspaceMember, { workspace: 'tools', email: 'bob@example.com' }, admin),
        () => invoke(addWorkspaceMember, { workspace: 'tools', email: 'new@example.com' }, admin),
      ];
      for (const add of newcomers) {
        await expect(add()).rejects.toMatchObject({
          code: 'workspace_archived',
          status: 409,
          message: expect.stringContaining('(Moved to acme)'),
        });
      }
      await expect(invoke(viewWorkspace, { id: 'tools' }, manager)).resolves.toMatchObject({
        archivedReason: 'Moved to acme',
      });
      await invoke(removeWorkspaceMember, { workspace: 'tools', member: 'mia@example.com' }, admin);
      const restored = await invoke(unarchiveWorkspace, { id: 'tools' }, owner);
      expect(restored).toMatchObject({ archivedAt: null, archivedReason: null });
      for (const add of newcomers) await add();
      await archive(owner);
      for (const orgDefaultRole of ['publisher', null] as const) {
        await expect(
          invoke(updateWorkspace, { id: 'tools', orgDefaultRole }, owner),
        ).resolves.toMatchObject({ orgDefaultRole });
      }
      await invoke(deleteWorkspace, { id: 'tools' }, owner);
    });

    it('take in nobody while they are archived who was invited before, and let roles be lowered', async () => {
      await server.newWorkspace(admin, 'tools');
      const { invitation } = await invoke(
        addWorkspaceMember,
        { workspace: 'tools', email: 'late@example.com' },
        admin,
      );
      await person('mia', { name: 'tools', role: 'manager' });
      await invoke(archiveWorkspace, { id: 'tools', reason: 'Given up' }, admin);
      const join = () =>
        invoke(redeemCode, {
          code: invitation!.code,
          email: 'late@example.com',
          password: PASSWORD,
        });
      await expectError(join(), 'workspace_archived', 409);
      const give = (role: 'member' | 'owner') =>
        invoke(addWorkspaceMember, { workspace: 'tools', email: 'mia@example.com', role }, admin);
      await expect(give('member')).resolves.toMatchObject({
        outcome: 'changed',
        member: { role: 'member' },
      });
      await invoke(unarchiveWorkspace, { id: 'tools' }, admin);
      await join();
    });

    it('are listed by name and by organization', async () => {
      for (const name of ['lab', 'tools']) await server.newWorkspace(admin, name);
      await server.foundOrganization('globex', 'gil@example.com');
      const names = async (input: object) =>
        (await invoke(listWorkspaces, input, admin)).data.map(({ name }) => name);
      const { organizationId } = await invoke(viewWorkspace, { id: 'lab' }, admin);
      expect(await names({ name: 'lab' })).toEqual(['lab']);
      for (const name of ['la', 'LAB', '%', '\u0000', ''])
        expect(await names({ name })).toEqual([]);
      for (const org of ['acme', organizationId, organizationId.toUpperCase()])
        expect(await names({ org })).toEqual(['lab', 'tools']);
      for (const org of ['globex', 'ACME', '\u0000', crypto.randomUUID()])
        expect(await names({ org })).toEqual([]);
      expect(await names({ org: 'acme', name: 'tools' })).toEqual(['tools']);
    });

    it('are not found under odd names, and odd cursors are refused', async () => {
      for (const id of ['\u0000', 'a\u0000b', '%', 'a/b/c', '/', '__proto__', "' OR 1=1 --"]) {
        await expectError(invoke(viewWorkspace, { id }, admin), 404);
      }
      const forged = [Buffer.from('a\u0000').toString('base64url'), 'x', '', 'YQ==', '__8'];
      for (const after of forged) {
        await expectError(invoke(listWorkspaces, { after }, admin), 400);
      }
      const remove = invoke(
        removeOrganizationMember,
        { organization: 'acme', member: '\u0000' },
        admin,
      );
      await expectError(remove, 404);
    });

    it('are deleted by their owners', async () => {
      await server.newWorkspace(admin, 'tools');
      const bob = await person('bob', { name: 'tools', role: 'manager' });
      await expectError(invoke(deleteWorkspace, { id: 'tools' }, bob), 403);
      const { value } = await invoke(createApiKey, { name: 'ci', workspace: 'tools' }, admin);
      await invoke(deleteWorkspace, { id: 'tools' }, admin);
      await expectError(invoke(viewWorkspace, { id: 'tools' }, admin), 404);
      await expectError(invoke(whoAmI, {}, value), 401);
    });
  });

  describe('members of a workspace', () => {
    beforeEach(() => server.newWorkspace(admin, 'tools'));

    it('are given roles up to the own one', async () => {
      const manager = await person('mia', { name: 'tools', role: 'manager' });
      await person('bob');
      const add = (role: 'manager' | 'owner', email = 'bob@example.com') =>
        invoke(addWorkspaceMember, { workspace: 'tools', email, role }, manager);
      await expectError(add('owner'), 'role_too_high', 403);
      await expect(add('manager')).resolves.toMatchObject({
        outcome: 'added',
        member: { email: 'bob@example.com', role: 'manager' },
      });
      await expect(add('manager')).resolves.toMatchObject({ outcome: 'unchanged' });
      await expectError(add('manager', 'ann@example.com'), 'role_too_high');
      await expectError(
        invoke(removeWorkspaceMember, { workspace: 'tools', member: 'ann@example.com' }, manager),
        'role_too_high',
      );
      const { data } = await invoke(listWorkspaceMembers, { workspace: 'tools' }, manager);
      expect(data.map(({ email, role }) => [email, role])).toEqual([
        ['ann@example.com', 'owner'],
        ['bob@example.com', 'manager'],
        ['mia@example.com', 'manager'],
      ]);
    });

    it('belong to the organization first: only its admins bring newcomers in', async () => {
      const manager = await person('mia', { name: 'tools', role: 'manager' });
      const input = { workspace: 'tools', email: 'new@example.com', role: 'publisher' } as const;
      await expectError(invoke(addWorkspaceMember, input, manager), 'not_an_organization_member');
      const { outcome, invitation } = await invoke(addWorkspaceMember, input, admin);
      expect(outcome).toBe('invited');
      const { token } = await invoke(redeemCode, {
        code: invitation!.code,
        email: 'new@example.com',
        password: PASSWORD,
      });
      await expect(invoke(viewWorkspace, { id: 'tools' }, token)).resolves.toMatchObject({
        role: 'publisher',
      });
    });

    it('always include an owner', async () => {
      const remove = () =>
        invoke(removeWorkspaceMember, { workspace: 'tools', member: 'ann@example.com' }, admin);
      await expectError(remove(), 'last_owner', 409);
      const demote = invoke(
        addWorkspaceMember,
        { workspace: 'tools', email: 'ann@example.com', role: 'member' },
        admin,
      );
      await expectError(demote, 'last_owner');
      await person('bob', { name: 'tools', role: 'owner' });
      await expect(remove()).resolves.toBeUndefined();
    });

    it('include an owner also when two remove each other at once', async () => {
      const bob = await person('bob', { name: 'tools', role: 'owner' });
      const results = await Promise.allSettled([
        invoke(removeWorkspaceMember, { workspace: 'tools', member: 'ann@example.com' }, bob),
        invoke(removeWorkspaceMember, { workspace: 'tools', member: 'bob@example.com' }, admin),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { data } = await invoke(listWorkspaceMembers, { workspace: 'tools' }, admin);
      expect(data.filter(({ role }) => role === 'owner')).toHaveLength(1);
    });

    it('who are none cannot be removed', async () => {
      const remove = invoke(
        removeWorkspaceMember,
        { workspace: 'tools', member: 'nobody@example.com' },
        admin,
      );
      await expectError(remove, 'not_found', 404);
    });
  });

  describe('members of an organization', () => {
    it('always include an admin', async () => {
      const remove = () =>
        invoke(
          removeOrganizationMember,
          { organization: 'acme', member: 'ann@example.com' },
          admin,
        );
      await expectError(remove(), 'last_admin', 409);
      const demote = invoke(
        addOrganizationMember,
        { organization: 'acme', email: 'ann@example.com', role: 'member' },
        admin,
      );
      await expectError(demote, 'last_admin');
      await server.newcomer(admin, {
        email: 'bob@example.com',
        organization: 'acme',
        role: 'admin',
      });
      await expect(remove()).resolves.toMatchObject({ email: 'ann@example.com' });
      await expectError(invoke(listOrganizationMembers, { organization: 'acme' }, admin), 401);
    });
  });

  describe('API keys', () => {
    beforeEach(() => server.newWorkspace(admin, 'tools'));

    it('are shown once, say what they are for, and hold their role only there', async () => {
      const created = await invoke(createApiKey, { name: 'ci', workspace: 'tools' }, admin);
      expect(created).toMatchObject({
        role: 'publisher',
        workspace: 'tools',
        organization: 'acme',
        expiresAt: '2026-03-31T09:00:00.000Z',
      });
      const listed = await invoke(listApiKeys, { workspace: 'tools' }, admin);
      expect(listed.data).toMatchObject([{ name: 'ci', expiresSoon: false }]);
      expect(JSON.stringify(listed)).not.toContain(created.value);
      const token = created.value;
      expect(await invoke(whoAmI, {}, token)).toMatchObject({
        kind: 'key',
        user: null,
        key: { name: 'ci', workspace: 'tools' },
      });
      await server.newWorkspace(admin, 'other');
      expect((await invoke(listWorkspaces, {}, token)).data).toMatchObject([
        { name: 'tools', role: 'publisher' },
      ]);
      await expectError(invoke(viewWorkspace, { id: 'other' }, token), 404);
    });

    it('of an organization hold their role in all its workspaces', async () => {
      const { value: token } = await invoke(
        createApiKey,
        { name: 'ci', org: 'acme', role: 'manager', expires: 'never' },
        admin,
      );
      await server.newWorkspace(admin, 'later');
      expect((await invoke(listWorkspaces, {}, token)).data.map(({ role }) => role)).toEqual([
        'manager',
        'manager',
      ]);
      await expect(invoke(updateWorkspace, { id: 'later' }, token)).resolves.toBeDefined();
      expect(await invoke(whoAmI, {}, token)).toMatchObject({
        key: { workspace: null, expiresAt: null },
        organizations: [{ name: 'acme' }],
      });
    });

    it('make no keys and bring nobody in', async () => {
      const { value: token } = await invoke(
        createApiKey,
        { name: 'ci', workspace: 'tools', role: 'owner' },
        admin,
      );
      const refused = { code: 'key_not_allowed', status: 403 };
      await expect(
        invoke(createApiKey, { name: 'more', workspace: 'tools' }, token),
      ).rejects.toMatchObject(refused);
      await expect(
        invoke(addWorkspaceMember, { workspace: 'tools', email: 'eve@example.com' }, token),
      ).rejects.toMatchObject(refused);
      expect((await invoke(listApiKeys, { workspace: 'tools' }, admin)).data).toHaveLength(1);
    });

    it('are at most as strong as who makes them', async () => {
      const manager = await person('mia', { name: 'tools', role: 'manager' });
      const create = (role: 'manager' | 'owner', name: string) =>
        invoke(createApiKey, { name, workspace: 'tools', role }, manager);
      await expectError(create('owner', 'a'), 'role_too_high');
      await expect(create('manager', 'b')).resolves.toMatchObject({ role: 'manager' });
    });

    it('need exactly one place', async () => {
      const both = { name: 'ci', workspace: 'tools', org: 'acme' };
      for (const input of [{ name: 'ci' }, both]) {
        await expectError(invoke(createApiKey, input, admin), 'invalid_input');
      }
    });

    it('stop working when revoked or expired, each with its own answer', async () => {
      const make = (name: string) =>
        invoke(createApiKey, { name, workspace: 'tools', expires: '10d' }, admin);
      const [revoked, expiring] = [await make('a'), await make('b')];
      await invoke(deleteApiKey, { id: revoked.id }, admin);
      await expectError(invoke(whoAmI, {}, revoked.value), 'token_revoked', 401);
      server.later(4 * DAY);
      await expect(invoke(whoAmI, {}, expiring.value)).resolves.toMatchObject({
        key: { expiresSoon: true },
      });
      server.later(6 * DAY);
      await expectError(invoke(whoAmI, {}, expiring.value), 'token_expired', 401);
      await expectError(invoke(deleteApiKey, { id: revoked.id }, admin), 404);
    });

    it('have unique names in their place; a revoked one is free again', async () => {
      const make = () => invoke(createApiKey, { name: 'ci', workspace: 'tools' }, admin);
      const { id } = await make();
      await expectError(make(), 'name_taken');
      await invoke(deleteApiKey, { id }, admin);
      await expect(make()).resolves.toBeDefined();
    });
  });

  describe('other modules', () => {
    it('learn about workspaces from the directory', async () => {
      const id = await server.newWorkspace(admin, 'tools');
      const directory = await server.host.get(workspaceDirectoryKey);
      const summary = { id, name: 'tools', organizationId: expect.any(String) as unknown };
      expect(await directory.find('tools')).toEqual(summary);
      expect(await directory.findOrganization('acme')).toMatchObject({ name: 'acme' });
      expect(await directory.visibleTo({ kind: 'anonymous', id: null, label: '' })).toEqual([]);
      expect(directory.publicRead()).toBe(true);
      for (const nothing of ['', 'absent', '__proto__', '%', "' OR 1=1 --", '\u0000'])
        expect(await directory.find(nothing)).toBeNull();
    });

    it('keep a workspace from being deleted while they hold something in it', async () => {
      const holding = await startIdentity(database, { modules: [notes] });
      try {
        const token = await holding.firstAdmin('ann@example.com', 'acme');
        await holding.newWorkspace(token, 'tools');
        await expect(
          holding.host.invoke(deleteWorkspace, { id: 'tools' }, { token }),
        ).rejects.toMatchObject({
          code: 'workspace_not_empty',
          message: expect.stringContaining('2 notes') as unknown,
        });
      } finally {
        await holding.stop();
      }
    });
  });
});
