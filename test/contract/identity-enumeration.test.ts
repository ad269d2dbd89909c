import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import {
  addOrganizationMember,
  addWorkspaceMember,
} from '../../modules/identity/contract/index.js';
import { startDeviceSignIn } from '../../modules/identity/contract/operations/device.js';
import {
  removeOrganizationMember,
  resetPassword,
} from '../../modules/identity/contract/operations/organizations.js';
import { removeWorkspaceMember } from '../../modules/identity/contract/operations/workspaces.js';
import { Provisioning } from '../../modules/identity/server/accounts/provisioning.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { newUserCode, shownUserCode } from '../../modules/identity/server/device/user-code.js';
import { User } from '../../modules/identity/server/entities/people.js';
import { PasswordHasher } from '../../modules/identity/server/password-hasher.js';
import { newToken } from '../../modules/identity/server/token.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { describeEachDatabase } from './databases.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { StatementLog } from './statement-log.js';
import { Browser } from './web/browser.js';
import { startHttp, type HttpHost } from './web/http-host.js';

/** Addresses of one length: one with an account, one whose account has no password, one that is only invited, and one that nobody has. */
const [KNOWN, BARE, INVITED, NOBODY] = ['known', 'bare1', 'guest', 'noone'].map(
  (name) => `${name}@example.com`,
) as [string, string, string, string];
const everybody = [KNOWN, BARE, INVITED, NOBODY];
/** Random in every answer, or about it. */
const VARIABLE =
  /svc_[a-z]+_\w+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|name="csrf" value="[^"]+"/g;

describeEachDatabase('nobody learns who has an account', (database) => {
  let server: IdentityServer;
  let http: HttpHost;
  let admin: string;
  let manager: string;
  const log = new StatementLog();
  let hashing: { readonly mock: { readonly calls: readonly unknown[] } }[];

  beforeAll(async () => {
    server = await startIdentity(database);
    admin = await server.firstAdmin('admin@acme.example', 'acme');
    await server.newWorkspace(admin, 'tools');
    const workspace = { name: 'tools', role: 'manager' } as const;
    manager = await server.newcomer(admin, {
      email: 'manager@acme.example',
      organization: 'acme',
      workspace,
    });
    // another organization, of whose people acme knows nothing
    const other = await server.foundOrganization('globex', KNOWN);
    const services = await server.host.server!.services('identity');
    await services.get(unitOfWorkKey).run(async (writer) => {
      const { defaultOrganizationId } = await writer.findOneByOrFail(User, { email: KNOWN });
      await services
        .get(Provisioning)
        .user(writer, { email: BARE, passwordHash: null, defaultOrganizationId });
      writer.connection.logger = log;
    });
    await server.invoke(addOrganizationMember, { organization: 'globex', email: INVITED }, other);
    services.get(readDatabaseKey).manager.connection.logger = log;
    const hasher = services.get(PasswordHasher);
    hashing = [jest.spyOn(hasher, 'verify'), jest.spyOn(hasher, 'hash')];
    http = await startHttp(server.host.server!);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    http.close();
    await server.stop();
  });

  const masked = (text: string, email: string): string =>
    text.replaceAll(email, 'EMAIL').replaceAll(VARIABLE, 'RANDOM');

  /** What the server answers, and what it has done for that. */
  async function effort(email: string, work: () => Promise<string>) {
    log.statements.length = 0;
    const before = hashing.map(({ mock }) => mock.calls.length);
    const told = masked(await work(), email);
    return {
      told,
      statements: [...log.statements],
      hashes: hashing.map(({ mock }, at) => mock.calls.length - before[at]!),
    };
  }

  async function post(path: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'probe-0000' };
    const response = await fetch(http.origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const told = [...response.headers].filter(([name]) => name !== 'date');
    return JSON.stringify([response.status, told, await response.text()]);
  }

  const later = (minutes: number): void => {
    server.later(minutes * 60_000);
  };

  /** Expects the same answer after the same work for every address; answers that, and how many passwords were hashed. */
  async function alike(
    work: (email: string) => Promise<string>,
  ): Promise<{ told: string; hashes: number[] }> {
    const first = await effort(KNOWN, () => work(KNOWN));
    for (const email of [BARE, INVITED, NOBODY])
      expect(await effort(email, () => work(email))).toEqual(first);
    expect(first.statements.length).toBeGreaterThan(0);
    return first;
  }

  const signIn = (email: string) =>
    post('/v1/auth/sessions', { email, password: 'wrong password' });
  const redeem = (code: string) => (email: string) =>
    post('/v1/auth/codes/redeem', { email, code, password: PASSWORD });

  it('by a sign-in with a program', async () => {
    const { told, hashes } = await alike(signIn);
    expect(told).toMatch(/^\[401,.*sign_in_failed/);
    expect(hashes).toEqual([1, 0]);
  });

  it('by a sign-in with a browser', async () => {
    const { told, hashes } = await alike(async (email) => {
      const { status, html } = await new Browser(http.origin).submit('/sign-in', {
        email,
        password: 'wrong password',
      });
      return `${status} ${html}`;
    });
    expect(told).toMatch(/^403 /);
    expect(hashes).toEqual([1, 0]);
  });

  it('by the limit of attempts', async () => {
    for (const email of everybody)
      for (let attempt = 0; attempt < 10; attempt += 1) await signIn(email);
    const { told, hashes } = await alike(signIn);
    expect(told).toMatch(/^\[429,.*too_many_attempts/);
    expect(hashes).toEqual([0, 0]);
    later(60);
  });

  it('by a code that nobody has, or somebody else', async () => {
    const { invitation } = await server.invoke(
      addOrganizationMember,
      { organization: 'acme', email: 'else@example.com' },
      admin,
    );
    const member = await server.newMember('member@acme.example', 'tools');
    const reset = await server.invoke(resetPassword, { organization: 'acme', member }, admin);
    for (const code of ['x', newToken('code'), newToken('reset'), invitation!.code, reset.code]) {
      const { told, hashes } = await alike(redeem(code));
      expect(told).toMatch(/^\[401,.*code_invalid/);
      expect(hashes).toEqual([0, 0]);
    }
  });

  it('by guesses of what programs wait with', async () => {
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = randomBytes(32).toString('base64url');
    const { deviceCode } = await server.invoke(startDeviceSignIn, {
      client: 'svc',
      codeChallenge,
    });
    const guess = (code: string) =>
      effort(code, () => post('/v1/auth/device/token', { deviceCode: code, codeVerifier }));
    const waiting = await guess(deviceCode);
    const unknown = await guess(newToken('device'));
    expect(waiting.told).toMatch(/^\[400,.*invalid_grant/);
    expect(unknown).toEqual(waiting);
  });

  it('by guesses of what programs show', async () => {
    const approvals = (await server.host.server!.services('identity')).get(DeviceApprovals);
    const codeChallenge = randomBytes(32).toString('base64url');
    const start = async () =>
      (await server.invoke(startDeviceSignIn, { client: 'svc', codeChallenge })).userCode;
    const approver = () => ({ userId: randomUUID(), sessionId: randomUUID() });
    const guess = (code: string) =>
      effort(code, () =>
        approvals.find(code, approver()).then(
          () => 'found',
          (error: unknown) => JSON.stringify([error, String(error)]),
        ),
      );
    const expired = await start();
    later(16);
    const denied = await start();
    await approvals.deny(denied, approver());
    const unknown = await guess(shownUserCode(newUserCode()));
    expect(unknown.told).toContain('user_code_unknown');
    for (const code of [expired, denied]) expect(await guess(code)).toEqual(unknown);
    expect((await guess(await start())).told).toBe('found');
  });

  describe('not even an admin, of who belongs to other organizations', () => {
    const ways: Record<string, (email: string, token: string) => Promise<unknown>> = {
      'adding to the organization': (email, token) =>
        server.invoke(addOrganizationMember, { organization: 'acme', email }, token),
      'adding to a workspace': (email, token) =>
        server.invoke(addWorkspaceMember, { workspace: 'tools', email }, token),
      'removing from the organization': (member, token) =>
        server.invoke(removeOrganizationMember, { organization: 'acme', member }, token),
      'removing from a workspace': (member, token) =>
        server.invoke(removeWorkspaceMember, { workspace: 'tools', member }, token),
      'making them a successor': (successor, token) =>
        server.invoke(
          removeOrganizationMember,
          { organization: 'acme', member: 'manager@acme.example', successor },
          token,
        ),
      'resetting their password': (member, token) =>
        server.invoke(resetPassword, { organization: 'acme', member }, token),
    };

    it.each(Object.entries(ways))('by %s', async (_way, work) => {
      const told = (token: string) => async (email: string) => {
        const answer = await work(email, token).catch((error: unknown) => {
          if (!isSvcError(error)) throw error;
          const { code, status, message, details, issues } = error;
          return { code, status, message, details, issues };
        });
        return masked(JSON.stringify(answer), email);
      };
      for (const token of [admin, manager]) {
        const answers = [];
        for (const email of everybody) answers.push(await told(token)(email));
        expect(new Set(answers).size).toBe(1);
      }
    });
  });
});
