import { afterEach, expect, it } from '@jest/globals';
import {
  createApiKey,
  createWorkspace,
  listOrganizations,
  whoAmI,
} from '../../modules/identity/contract/index.js';
import {
  createOrganization,
  createServerOrganization,
  resetPassword,
} from '../../modules/identity/contract/operations/organizations.js';
import { redeemCode } from '../../modules/identity/contract/operations/sign-in.js';
import audit from '../../modules/audit/module.js';
import { listAuditEvents } from '../../modules/audit/contract/operations.js';
import { describeEachDatabase } from './databases.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const ann = 'ann@example.com';
const operator = { caller: { kind: 'system', id: null, label: 'operator' } } as const;

describeEachDatabase('another organization', (database) => {
  let server: IdentityServer;
  const open = async (
    env: Readonly<Record<string, string>> = { SVC_ORG_CREATION: 'on' },
  ): Promise<string> => {
    server = await startIdentity(database, { env, modules: [audit] });
    return server.firstAdmin(ann, 'acme');
  };
  afterEach(() => server.stop());

  it('is not made by people who are signed in, unless the server allows it', async () => {
    const token = await open({});
    const refusal = {
      code: 'organization_creation_off',
      status: 403,
      hint: expect.stringContaining('svc server org create umbrella --admin'),
    };
    await expect(
      server.invoke(createOrganization, { name: 'umbrella' }, token),
    ).rejects.toMatchObject(refusal);
    await expectError(
      server.host.invoke(createOrganization, { name: 'umbrella' }, {}),
      'sign_in_required',
    );
    expect((await server.invoke(listOrganizations, {}, token)).data).toHaveLength(1);
  });

  it('has its creator as its admin, and a log that begins with its creation', async () => {
    await open();
    const token = await server.newcomer(await server.newSession(ann), {
      email: 'bob@example.com',
      organization: 'acme',
    });
    const { invoke } = server.host;
    const { id } = await invoke(createOrganization, { name: 'umbrella' }, { token });
    await expect(
      invoke(createWorkspace, { name: 'rain', orgId: 'umbrella' }, { token }),
    ).resolves.toMatchObject({ organizationId: id });
    await expectError(invoke(createWorkspace, { name: 'sun', orgId: 'acme' }, { token }), 'denied');
    const events = (await invoke(listAuditEvents, { organization: 'umbrella' }, { token })).data;
    expect(events.map(({ operation }) => operation).sort()).toEqual([
      'identity.createOrganization',
      'identity.createWorkspace',
    ]);
    const objects = events.map(({ object }) => object);
    expect(objects).toContainEqual({ kind: 'organization', id, name: 'umbrella' });
    await expect(invoke(createOrganization, { name: 'umbrella' }, { token })).rejects.toMatchObject(
      { code: 'name_taken' },
    );
    const twice = await Promise.allSettled(
      [1, 2].map(() => invoke(createOrganization, { name: 'twice' }, { token })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'name_taken' },
    });
  });

  it('is not made by a key, and neither is a workspace: the answer says so, whatever the key sees', async () => {
    const token = await open();
    await server.newWorkspace(token, 'tools');
    await server.foundOrganization('other', 'eve@example.com');
    const { invoke } = server.host;
    for (const scope of [{ workspace: 'tools' }, { org: 'acme' }]) {
      const { value: key } = await invoke(createApiKey, { name: 'ci', ...scope }, { token });
      const refusal = { code: 'key_not_allowed', status: 403 };
      await expect(
        invoke(createOrganization, { name: 'umbrella' }, { token: key }),
      ).rejects.toMatchObject(refusal);
      for (const orgId of [undefined, 'acme', 'other', 'absent']) {
        const input = { name: 'more', ...(orgId !== undefined && { orgId }) };
        await expect(invoke(createWorkspace, input, { token: key })).rejects.toMatchObject({
          ...refusal,
          message:
            'No API key, whatever its role, can create a workspace: only a signed-in person can.',
        });
      }
    }
  });

  it('is made by the operator of the server, for somebody who has an account', async () => {
    const token = await open({});
    const { invoke } = server.host;
    const bob = await server.newcomer(token, { email: 'bob@example.com', organization: 'acme' });
    const reset = await invoke(
      resetPassword,
      { organization: 'acme', member: 'bob@example.com' },
      { token },
    );
    const made = await invoke(
      createServerOrganization,
      { name: 'umbrella', admin: 'BOB@example.com' },
      operator,
    );
    expect(made).toEqual({
      id: expect.any(String),
      name: 'umbrella',
      admin: 'bob@example.com',
      invitation: null,
    });
    expect((await invoke(whoAmI, {}, { token: bob })).organizations).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'umbrella', role: 'admin' })]),
    );
    // the admin of the other organization has no say over this one
    const stolen = invoke(
      redeemCode,
      { code: reset.code, email: 'bob@example.com', password: 'another password' },
      {},
    );
    await expectError(stolen, 'code_invalid');
    const again = invoke(createServerOrganization, { name: 'umbrella', admin: ann }, operator);
    await expectError(again, 'name_taken');
  });

  it('is made by the operator of the server, for a newcomer, who gets an invitation', async () => {
    await open({ SVC_PUBLIC_URL: 'https://svc.example.com' });
    const { invoke } = server.host;
    const email = 'cat@example.com';
    const { invitation } = await invoke(
      createServerOrganization,
      { name: 'umbrella', admin: email },
      operator,
    );
    expect(invitation).toMatchObject({
      email,
      link: expect.stringMatching(/^https:\/\/svc\.example\.com\/invitations\//),
    });
    const { token } = await invoke(
      redeemCode,
      { code: invitation!.code, email, password: PASSWORD },
      {},
    );
    expect(await invoke(whoAmI, {}, { token })).toMatchObject({
      organizations: [{ name: 'umbrella', role: 'admin' }],
    });
  });

  it('has a setting that is on or off', async () => {
    const token = await open({ SVC_ORG_CREATION: 'maybe' });
    const made = server.invoke(createOrganization, { name: 'umbrella' }, token);
    await expect(made).rejects.toMatchObject({
      message: expect.stringContaining('SVC_ORG_CREATION is "maybe"'),
    });
  });
});
