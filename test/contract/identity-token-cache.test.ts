import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isSvcError, type AnyOperation, type Caller } from 'svc-registry/kernel';
import {
  addOrganizationMember,
  addWorkspaceMember,
  createApiKey,
  createWorkspace,
  viewOrganization,
  viewWorkspace,
} from '../../modules/identity/contract/index.js';
import { deleteApiKey } from '../../modules/identity/contract/operations/api-keys.js';
import {
  redeemDeviceCode,
  startDeviceSignIn,
} from '../../modules/identity/contract/operations/device.js';
import {
  cancelInvitation,
  resendInvitation,
} from '../../modules/identity/contract/operations/invitations.js';
import {
  createOrganization,
  createServerOrganization,
  removeOrganizationMember,
  resetPassword,
  resetUser,
} from '../../modules/identity/contract/operations/organizations.js';
import {
  changePassword,
  endSession,
  signOutEverywhere,
} from '../../modules/identity/contract/operations/sessions.js';
import { redeemCode, signIn, signOut } from '../../modules/identity/contract/operations/sign-in.js';
import {
  archiveWorkspace,
  deleteWorkspace,
  removeWorkspaceMember,
  unarchiveWorkspace,
  updateWorkspace,
} from '../../modules/identity/contract/operations/workspaces.js';
import identity from '../../modules/identity/module.js';
import { type TokenHolder, TokenCache } from '../../modules/identity/server/access/token-cache.js';
import {
  pageCredential,
  tokenOfPage,
} from '../../modules/identity/server/access/page-credential.js';
import { SessionUse } from '../../modules/identity/server/accounts/session-use.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { ApiKey, Session } from '../../modules/identity/server/entities/tokens.js';
import { ForgetExpired } from '../../modules/identity/server/forget-expired.js';
import { PageSessions } from '../../modules/identity/server/pages/browser-sessions.js';
import { storedToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { itInTurn } from './databases-by-day.js';
import { describeEachDatabase, describeOnPostgres } from './databases.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { StatementLog } from './statement-log.js';
import { expectError } from './expect-error.js';

const [ann, bob] = ['ann@example.com', 'bob@example.com'];
const UNKNOWN = 'token_unknown';
const NOT_FOUND = 'not_found';

const moveOn = ({ clock }: IdentityServer, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};

/** What `read` answers, or the code of the error. */
async function outcome(read: () => Promise<string | null>): Promise<string | null> {
  try {
    return await read();
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.code;
  }
}

const roleIn = (server: IdentityServer, token: string): Promise<string | null> =>
  outcome(async () => (await server.host.invoke(viewWorkspace, { id: 'tools' }, { token })).role);

/** A server on which Ann administers `acme`, and Bob is a publisher in its workspace `tools`. */
async function stage(server: IdentityServer) {
  const admin = await server.firstAdmin(ann, 'acme');
  await server.newWorkspace(admin, 'tools');
  const token = await server.newcomer(admin, {
    email: bob,
    organization: 'acme',
    workspace: { name: 'tools', role: 'publisher' },
  });
  return { server, admin, token };
}

type Stage = Awaited<ReturnType<typeof stage>>;

const sessionIdOf = async ({ host }: IdentityServer, token: string): Promise<string> =>
  (await (await host.get(readDatabaseKey)).manager.findOneByOrFail(Session, storedToken(token))).id;

const defaultRole = ({ server, admin }: Stage, orgDefaultRole: 'publisher' | null) =>
  server.host.invoke(updateWorkspace, { id: 'tools', orgDefaultRole }, { token: admin });

const roleOf = ({ server, admin }: Stage, role: 'member' | 'owner') =>
  server.host.invoke(
    addWorkspaceMember,
    { workspace: 'tools', email: bob, role },
    { token: admin },
  );

const organizationRole = ({ server, admin }: Stage, role: 'member' | 'admin') =>
  server.host.invoke(
    addOrganizationMember,
    { organization: 'acme', email: bob, role },
    { token: admin },
  );

interface Change {
  readonly operation?: AnyOperation;
  /** Bob's role in the workspace `tools`, or the code of the error. */
  readonly before?: string;
  readonly after: string;
  /** Default: Bob's session. */
  readonly token?: (on: Stage) => Promise<string>;
  readonly see?: (server: IdentityServer, token: string) => Promise<string | null>;
  readonly change: (on: Stage, token: string) => Promise<unknown>;
}

const newKey = async ({ server }: Stage, token: string, name: string): Promise<string> =>
  (await server.host.invoke(createApiKey, { name, workspace: 'tools' }, { token })).value;

/** A key that Bob has made. */
const bobsKey = async (on: Stage): Promise<string> => {
  await organizationRole(on, 'admin');
  return newKey(on, on.token, 'bobs');
};

const removeBob = ({ server, admin }: Stage): Promise<unknown> =>
  server.host.invoke(
    removeOrganizationMember,
    { organization: 'acme', member: bob },
    { token: admin },
  );

const removeFromTools = ({ server, admin }: Stage): Promise<unknown> =>
  server.host.invoke(removeWorkspaceMember, { workspace: 'tools', member: bob }, { token: admin });

const inAnother = (server: IdentityServer, token: string): Promise<string | null> =>
  outcome(
    async () => (await server.host.invoke(viewOrganization, { orgId: 'another' }, { token })).role,
  );

/** Nothing here moves the clock. */
const changes: Readonly<Record<string, Change>> = {
  'signing out': {
    operation: signOut,
    after: UNKNOWN,
    change: ({ server, token }) => server.host.invoke(signOut, {}, { token }),
  },
  'signing out everywhere': {
    operation: signOutEverywhere,
    after: UNKNOWN,
    change: async ({ server }) =>
      server.host.invoke(signOutEverywhere, {}, { token: await server.newSession(bob) }),
  },
  'ending one session from another': {
    operation: endSession,
    after: UNKNOWN,
    change: async ({ server, token }) =>
      server.host.invoke(
        endSession,
        { id: await sessionIdOf(server, token) },
        { token: await server.newSession(bob) },
      ),
  },
  'a hundred sessions later': {
    operation: signIn,
    after: UNKNOWN,
    change: async ({ server }) => {
      moveOn(server, 1);
      for (let index = 0; index < 99; index++) await server.newSession(bob);
      await server.host.invoke(signIn, { email: bob, password: PASSWORD });
    },
  },
  'the end of the session of a browser': {
    after: UNKNOWN,
    token: async ({ server }) => pageCredential(await server.newSession(bob, { kind: 'page' })),
    change: async ({ server }, credential) =>
      (await server.host.server!.services('identity'))
        .build(PageSessions)
        .end(tokenOfPage(credential)!),
  },
  'a new password': {
    operation: changePassword,
    after: UNKNOWN,
    change: async ({ server }) =>
      server.host.invoke(
        changePassword,
        { currentPassword: PASSWORD, newPassword: 'another long one' },
        { token: await server.newSession(bob) },
      ),
  },
  'a password that was reset': {
    operation: redeemCode,
    after: UNKNOWN,
    change: async ({ server, admin }) => {
      const { code } = await server.host.invoke(
        resetPassword,
        { organization: 'acme', member: bob },
        { token: admin },
      );
      await server.host.invoke(redeemCode, { code, email: bob, password: 'another long one' });
    },
  },
  'an invitation that was taken up': {
    operation: redeemCode,
    before: NOT_FOUND,
    after: 'owner',
    token: ({ server }) => server.foundOrganization('theirs', 'cid@example.com'),
    change: async ({ server, admin }) => {
      const email = 'cid@example.com';
      const { invitation } = await server.host.invoke(
        addOrganizationMember,
        { organization: 'acme', email, role: 'admin' },
        { token: admin },
      );
      const { code } = invitation!;
      await server.host.invoke(redeemCode, { code, email, password: PASSWORD });
    },
  },
  'a new token of the same session': {
    after: UNKNOWN,
    change: async ({ server, token }) => {
      const [services, id] = [
        await server.host.server!.services('identity'),
        await sessionIdOf(server, token),
      ];
      await services.get(unitOfWorkKey).run((unit) => services.get(Sessions).renew(unit, id));
    },
  },
  'leaving the organization': {
    operation: removeOrganizationMember,
    after: UNKNOWN,
    change: removeBob,
  },
  'leaving one organization of two': {
    operation: removeOrganizationMember,
    after: NOT_FOUND,
    change: async (on) => {
      await on.server.host.invoke(createOrganization, { name: 'another' }, { token: on.token });
      expect(await roleIn(on.server, on.token)).toBe('publisher');
      await removeBob(on);
    },
  },
  'a key whose maker leaves the organization': {
    operation: removeOrganizationMember,
    after: 'token_revoked',
    token: bobsKey,
    change: removeBob,
  },
  'an organization of their own': {
    operation: createOrganization,
    before: NOT_FOUND,
    after: 'admin',
    see: inAnother,
    change: ({ server, token }) =>
      server.host.invoke(createOrganization, { name: 'another' }, { token }),
  },
  "an organization that the server's operator gave them": {
    operation: createServerOrganization,
    before: NOT_FOUND,
    after: 'admin',
    see: inAnother,
    change: ({ server }) =>
      server.host.invoke(createServerOrganization, { name: 'another', admin: bob }),
  },
  'leaving the workspace': {
    operation: removeWorkspaceMember,
    after: NOT_FOUND,
    change: removeFromTools,
  },
  'a weaker role': {
    operation: addWorkspaceMember,
    after: 'member',
    change: (on) => roleOf(on, 'member'),
  },
  'a stronger role': {
    operation: addWorkspaceMember,
    after: 'owner',
    change: (on) => roleOf(on, 'owner'),
  },
  'becoming an admin of the organization': {
    operation: addOrganizationMember,
    after: 'owner',
    change: (on) => organizationRole(on, 'admin'),
  },
  'an admin of the organization becoming a member': {
    operation: addOrganizationMember,
    after: 'publisher',
    change: async (on) => {
      await organizationRole(on, 'admin');
      expect(await roleIn(on.server, on.token)).toBe('owner');
      await organizationRole(on, 'member');
    },
  },
  'a role for all of the organization': {
    operation: updateWorkspace,
    after: 'publisher',
    change: async (on) => {
      await roleOf(on, 'member');
      expect(await roleIn(on.server, on.token)).toBe('member');
      await defaultRole(on, 'publisher');
    },
  },
  'no role for all of the organization any more': {
    operation: updateWorkspace,
    after: NOT_FOUND,
    change: async (on) => {
      await defaultRole(on, 'publisher');
      await removeFromTools(on);
      expect(await roleIn(on.server, on.token)).toBe('publisher');
      await defaultRole(on, null);
    },
  },
  'a workspace that is deleted': {
    operation: deleteWorkspace,
    after: NOT_FOUND,
    change: ({ server, admin }) =>
      server.host.invoke(deleteWorkspace, { id: 'tools' }, { token: admin }),
  },
  'a workspace that is deleted with the keys of it': {
    operation: deleteWorkspace,
    after: UNKNOWN,
    token: (on) => newKey(on, on.admin, 'ci'),
    change: ({ server, admin }) =>
      server.host.invoke(deleteWorkspace, { id: 'tools' }, { token: admin }),
  },
  'a key that is deleted': {
    operation: deleteApiKey,
    after: 'token_revoked',
    token: bobsKey,
    change: async ({ server, admin }, value) => {
      const { manager } = await server.host.get(readDatabaseKey);
      const { id } = await manager.findOneByOrFail(ApiKey, storedToken(value));
      await server.host.invoke(deleteApiKey, { id }, { token: admin });
    },
  },
};

/** What these change is no part of what a token is good for. */
const others: readonly AnyOperation[] = [
  // a key that nobody has used yet
  createApiKey,
  // by an admin of the organization, who is an owner of all of its workspaces
  createWorkspace,
  archiveWorkspace,
  unarchiveWorkspace,
  // codes: what they give, they give when they are redeemed
  resetPassword,
  resetUser,
  resendInvitation,
  cancelInvitation,
  startDeviceSignIn,
  redeemDeviceCode,
];

it('every operation of a server that changes something is one of those that are tested here, or changes no rights', () => {
  const known = new Set([...Object.values(changes).map(({ operation }) => operation), ...others]);
  const missing = (identity.operations ?? [])
    .map(({ operation }) => operation)
    .filter(({ effect, runsAt }) => effect === 'write' && runsAt === 'server')
    .filter((operation) => !known.has(operation));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

describeEachDatabase('tokens that were known to work a moment ago', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let on: Stage;
  let log: StatementLog;

  /** How often the database was asked for a token. */
  const askedBy = async (work: () => Promise<unknown>): Promise<number> => {
    log.statements.length = 0;
    await work();
    return log.statements.filter((text) => /^SELECT [^]*"token_lookup" = /.test(text)).length;
  };
  const use = (token = on.token) => roleIn(server, token);

  beforeEach(async () => {
    server = await startIdentity(database, { env: { SVC_ORG_CREATION: 'on' } });
    on = await stage(server);
    log = new StatementLog();
    (await server.host.get(readDatabaseKey)).manager.connection.logger = log;
  });
  afterEach(() => server.stop());

  it('are looked up once in five seconds, however many calls come at a time', async () => {
    const key = await server.host.invoke(
      createApiKey,
      { name: 'ci', workspace: 'tools' },
      { token: on.admin },
    );
    const page = pageCredential(await server.newSession(bob, { kind: 'page' }));
    for (const token of [on.token, key.value, page]) {
      const many = () => Promise.all(Array.from({ length: 10 }, () => use(token)));
      expect(await askedBy(many)).toBe(1);
      moveOn(server, 4999);
      expect(await askedBy(many)).toBe(0);
      moveOn(server, 1);
      expect(await askedBy(many)).toBe(1);
      moveOn(server, -1);
      expect(await askedBy(many)).toBe(1);
    }
  });

  it.each(Object.entries(changes))(
    'are forgotten immediately: %s',
    async (_what, { before = 'publisher', after, token, see = roleIn, change }) => {
      const subject = (await token?.(on)) ?? on.token;
      expect(await see(server, subject)).toBe(before);
      expect(await askedBy(() => see(server, subject))).toBe(0);
      await change(on, subject);
      expect(await see(server, subject)).toBe(after);
    },
  );

  it('end when they end, not later', async () => {
    const { value } = await server.host.invoke(
      createApiKey,
      { name: 'ci', workspace: 'tools', expires: '1d' },
      { token: on.admin },
    );
    moveOn(server, 24 * 60 * 60 * 1000 - 1);
    expect(await use(value)).toBe('publisher');
    moveOn(server, 1);
    expect(await use(value)).toBe('token_expired');
  });

  it('are not forgotten for what takes nothing away from anybody and comes often', async () => {
    moveOn(server, 5 * 60 * 1000);
    await use();
    await (await server.host.server!.services('identity')).get(SessionUse).dispose();
    const { lastUsedAt } = await (
      await server.host.get(readDatabaseKey)
    ).manager.findOneByOrFail(Session, storedToken(on.token));
    expect(lastUsedAt).toEqual(server.clock.now);
    await expectError(
      server.host.invoke(signIn, { email: bob, password: 'wrong password' }),
      'sign_in_failed',
    );
    expect(await askedBy(use)).toBe(0);
    await (await server.host.server!.services('identity')).build(ForgetExpired).forget();
    expect(await askedBy(use)).toBe(0);
  });

  describe('and look-ups', () => {
    let tokens: TokenCache;
    const known = (label: string, endsAt?: Date): TokenHolder => ({
      caller: { kind: 'user', id: label, label },
      endsAt,
    });
    const find = async (label: string, token = 'hash'): Promise<string> =>
      (await tokens.caller(token, () => Promise.resolve(known(label)))).label;

    /** A look-up that has read what it will answer and does not come back before it is let go. */
    const held = (label: string) => {
      let letGo = (): void => undefined;
      const gate = new Promise<void>((open) => (letGo = open));
      return { found: tokens.caller('hash', () => gate.then(() => known(label))), letGo };
    };

    beforeEach(async () => {
      tokens = (await server.host.server!.services('identity')).get(TokenCache);
    });

    it('that a revocation overtakes leave nothing behind, and nobody joins them any more', async () => {
      const late = held('before');
      await server.host.invoke(signOut, {}, { token: on.token });
      expect(await find('after')).toBe('after');
      late.letGo();
      expect((await late.found).label).toBe('before');
      expect(await find('never asked')).toBe('after');
    });

    it('that a revocation overtakes leave nothing behind, also when nobody asked meanwhile', async () => {
      const late = held('before');
      await server.host.invoke(signOut, {}, { token: on.token });
      late.letGo();
      await late.found;
      expect(await find('after')).toBe('after');
    });

    it('that take longer than five seconds are joined by nobody', async () => {
      const slow = held('slow');
      moveOn(server, 5000);
      expect(await find('asked anew')).toBe('asked anew');
      slow.letGo();
      await slow.found;
      expect(await find('never asked')).toBe('asked anew');
    });

    it('that find nothing are made again: a token works as soon as it is there', async () => {
      const failing = async (): Promise<Caller> =>
        tokens.caller('hash', () => Promise.reject(new Error('unknown')));
      for (const attempt of await Promise.allSettled([failing(), failing()]))
        expect(attempt.status).toBe('rejected');
      expect(await find('there')).toBe('there');
    });

    it('are made again once the clock was set back: nobody knows how old they are', async () => {
      await find('before');
      moveOn(server, 4000);
      expect(await find('never asked')).toBe('before');
      moveOn(server, -3999);
      expect(await find('asked anew')).toBe('asked anew');
    });

    it('are kept for no longer than the token lasts', async () => {
      const endsAt = new Date(server.clock.now.getTime() + 2000);
      await tokens.caller('hash', () => Promise.resolve(known('ends', endsAt)));
      moveOn(server, 1999);
      expect(await find('never asked')).toBe('ends');
      moveOn(server, 1);
      expect(await find('asked anew')).toBe('asked anew');
    });

    it('are kept for ten thousand tokens, and beyond that for the latest', async () => {
      for (let index = 0; index <= 10_000; index++) await find('first', `hash ${index}`);
      expect(await find('asked anew', 'hash 0')).toBe('asked anew');
      expect(await find('never asked', 'hash 10000')).toBe('first');
    });
  });
});

describeOnPostgres('rights that are taken away on one server', (database) => {
  let one: IdentityServer;
  let other: IdentityServer;
  let on: Stage;

  beforeEach(async () => {
    const location = await database.create();
    one = await startIdentity(database, { location });
    other = await startIdentity(database, { location });
    on = await stage(one);
  });
  afterEach(async () => {
    await other.stop();
    await one.stop();
  });

  it('are gone there immediately, and on another server of the database within five seconds', async () => {
    const both = async () => [await roleIn(one, on.token), await roleIn(other, on.token)];
    expect(await both()).toEqual(['publisher', 'publisher']);
    await one.host.invoke(signOut, {}, { token: on.token });
    expect((await both())[0]).toBe(UNKNOWN);
    moveOn(other, 5000);
    expect(await both()).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('cannot be made to last on another server meanwhile: by a key after the end of the session', async () => {
    expect(await roleIn(other, on.admin)).toBe('owner');
    await one.host.invoke(signOut, {}, { token: on.admin });
    const making = other.host.invoke(
      createApiKey,
      { name: 'ci', workspace: 'tools' },
      { token: on.admin },
    );
    await expectError(making, UNKNOWN, 401);
  });

  it('cannot be made to last on another server meanwhile: by a role for all after the end of their own', async () => {
    await roleOf(on, 'owner');
    expect(await roleIn(other, on.token)).toBe('owner');
    await roleOf(on, 'member');
    const giving = other.host.invoke(
      updateWorkspace,
      { id: 'tools', orgDefaultRole: 'publisher' },
      { token: on.token },
    );
    await expectError(giving, 'denied', 403);
  });

  it('cannot be made to last on another server meanwhile: by a key that is deleted', async () => {
    const { id, value } = await one.host.invoke(
      createApiKey,
      { name: 'ci', workspace: 'tools', role: 'manager' },
      { token: on.admin },
    );
    expect(await roleIn(other, value)).toBe('manager');
    await one.host.invoke(deleteApiKey, { id }, { token: on.admin });
    const giving = other.host.invoke(
      updateWorkspace,
      { id: 'tools', orgDefaultRole: 'publisher' },
      { token: value },
    );
    await expectError(giving, 'token_revoked', 401);
  });
});
