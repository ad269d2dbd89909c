import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  addOrganizationMember,
  addWorkspaceMember,
} from '../../../modules/identity/contract/index.js';
import {
  listInvitations,
  resendInvitation,
} from '../../../modules/identity/contract/operations/invitations.js';
import { createServerOrganization } from '../../../modules/identity/contract/operations/organizations.js';
import { redeemCode } from '../../../modules/identity/contract/operations/sign-in.js';
import { Inbox } from '../../inbox.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { expectError } from '../expect-error.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';

const MINUTE = 60_000;
const BOB = 'bob@example.com';

describeEachDatabase('invitations by mail', (databases) => {
  const it = itInTurn(databases);
  let inbox: Inbox;
  let server: IdentityServer;
  let token: string;

  async function start(env: Readonly<Record<string, string>>): Promise<void> {
    server = await startIdentity(databases, {
      env: { SVC_SECRET_KEY: randomBytes(32).toString('base64'), ...env },
    });
    token = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(token, 'tools');
  }

  beforeEach(async () => {
    inbox = await Inbox.open();
    await start({ ...inbox.env(), SVC_PUBLIC_URL: 'https://svc.example.com' });
  });
  afterEach(async () => {
    await server.stop();
    await inbox.stop();
  });

  const invite = async () =>
    (await server.invoke(addOrganizationMember, { organization: 'acme', email: BOB }, token))
      .invitation!;
  const inviteToWorkspace = async (role: 'member' | 'publisher' = 'publisher') =>
    (await server.invoke(addWorkspaceMember, { workspace: 'tools', email: BOB, role }, token))
      .invitation!;
  const mails = async () => {
    await server.host.runBackground();
    return inbox.mails;
  };

  it('bring the link that is answered, and what it is for', async () => {
    const { link, code } = await inviteToWorkspace();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: [BOB],
      headers: expect.arrayContaining(['Subject: Invitation to the workspace tools']),
      text: expect.stringContaining(`\n${link}\n`),
    });
    expect(mail!.text).toContain(
      'ann@example.com invites you to the workspace "tools" of the organization "acme", as publisher.',
    );
    expect(mail!.text).toContain('valid until 2026-03-08 09:00 UTC');
    await server.invoke(redeemCode, { code, email: BOB, password: PASSWORD });
  });

  it('are mailed again with a new code, once in two minutes', async () => {
    await invite();
    const { data } = await server.invoke(listInvitations, { organization: 'acme' }, token);
    const again = { organization: 'acme', invitation: data[0]!.id };
    await expectError(server.invoke(resendInvitation, again, token), 'invitation_cool_down', 429);
    await expectError(invite(), 'invitation_cool_down', 429);
    expect(await mails()).toHaveLength(1);
    server.later(2 * MINUTE);
    const { link } = await server.invoke(resendInvitation, again, token);
    expect((await mails())[1]?.text).toContain(`\n${link}\n`);
    server.later(2 * MINUTE);
    const anew = await invite();
    expect((await mails())[2]?.text).toContain(`\n${anew.link}\n`);
    // another workspace is another invitation
    await inviteToWorkspace();
    expect(await mails()).toHaveLength(4);
  });

  it('of the operator name nobody', async () => {
    const { invitation } = await server.invoke(createServerOrganization, {
      name: 'globex',
      admin: BOB,
    });
    const [mail] = await mails();
    expect(mail?.text).toMatch(/^You are invited to the organization "globex", as admin\./);
    expect(mail?.text).toContain(`\n${invitation!.link}\n`);
  });

  it('are not mailed when they are not made', async () => {
    const inviting = { workspace: 'tools', email: BOB, role: 'owner' as const };
    const member = await server.newcomer(token, {
      email: 'carl@example.com',
      organization: 'acme',
      workspace: { name: 'tools', role: 'manager' },
    });
    // carl's own
    expect(await mails()).toHaveLength(1);
    await expect(server.invoke(addWorkspaceMember, inviting, member)).rejects.toThrow();
    expect(await mails()).toHaveLength(1);
  });

  it('are handed over as before without a mail server, as soon as one likes', async () => {
    await server.stop();
    await start({});
    const first = await inviteToWorkspace('member');
    const second = await inviteToWorkspace();
    expect(second.code).not.toBe(first.code);
    expect(await mails()).toEqual([]);
  });
});
