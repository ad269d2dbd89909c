import { afterEach, beforeEach, expect, it } from '@jest/globals';
import audit from '../../../modules/audit/module.js';
import { listAuditEvents } from '../../../modules/audit/contract/operations.js';
import { createWorkspace } from '../../../modules/identity/contract/index.js';
import { endSession } from '../../../modules/identity/contract/operations/sessions.js';
import jobs from '../../../modules/jobs/module.js';
import {
  archiveVersion,
  publishTile,
  unpublishVersion,
} from '../../../modules/registry/contract/operations.js';
import registry from '../../../modules/registry/module.js';
import { describeEachDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';

describeEachDatabase('refusals in the audit log', (database) => {
  let server: IdentityServer;
  let admin: string;
  let member: string;

  beforeEach(async () => {
    server = await startIdentity(database, { modules: [jobs, registry, audit] });
    admin = await server.firstAdmin('ann@example.com', 'acme');
    const token = admin;
    await server.invoke(createWorkspace, { name: 'tools' }, token);
    for (const version of ['1.0.0', '2.0.0+build.7']) {
      await server.host.invoke(
        publishTile,
        { workspace: 'tools' },
        { token, upload: await archiveOf({ name: 'tools/demo', private: true, version }) },
      );
    }
    await server.invoke(
      unpublishVersion,
      { workspace: 'tools', tile: 'demo', version: '1.0.0' },
      token,
    );
    const workspace = { name: 'tools', role: 'member' } as const;
    member = await server.newcomer(admin, {
      email: 'bob@example.com',
      organization: 'acme',
      workspace,
    });
  });

  afterEach(() => server.stop());

  it.each([
    [
      'unpublished',
      'tools/demo@1.0.0',
      [
        '1.0.0',
        '1.0.0+a',
        '1.0.0+b',
        'v1.0.0',
        ...Array.from({ length: 50 }, (_, at) => `1.0.0+${at}`),
      ],
    ],
    ['published', 'tools/demo@2.0.0+build.7', ['2.0.0+build.7', 'latest', '2.0.0+build.7']],
  ])('of one %s version are one, however it is written', async (_what, name, spellings) => {
    for (const version of spellings) {
      const input = { workspace: 'tools', tile: 'demo', version };
      const call = server.invoke(archiveVersion, { ...input, archived: true }, member);
      await expect(call).rejects.toMatchObject({ status: 403 });
    }
    const { data } = await server.invoke(
      listAuditEvents,
      { organization: 'acme', actor: 'bob@example.com' },
      admin,
    );
    expect(data.map(({ object, outcome }) => [object?.kind, object?.name, outcome])).toEqual([
      ['version', name, 'refused'],
    ]);
  });

  it('of publishing are kept for who sees the workspace, and for nobody else', async () => {
    await server.foundOrganization('elsewhere', 'eve@example.com');
    const upload = await archiveOf({ name: 'tools/demo', private: true, version: '3.0.0' });
    const refused = { status: 401, code: 'publish_refused' };
    const outsider = await server.newSession('eve@example.com');
    for (const token of [member, outsider])
      await expect(
        server.host.invoke(publishTile, { workspace: 'tools' }, { token, upload }),
      ).rejects.toMatchObject(refused);
    const { data } = await server.invoke(listAuditEvents, { organization: 'acme' }, admin);
    expect(
      data.flatMap(({ actor, outcome }) => (outcome === 'refused' ? [actor.name] : [])),
    ).toEqual(['bob@example.com']);
  });

  it('of what is not there are none', async () => {
    const call = server.invoke(endSession, { id: crypto.randomUUID() }, member);
    await expect(call).rejects.toMatchObject({ status: 404 });
    const { data } = await server.invoke(
      listAuditEvents,
      { organization: 'acme', actor: 'bob@example.com' },
      admin,
    );
    expect(data).toEqual([]);
  });
});
