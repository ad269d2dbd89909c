import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Services } from 'svc-registry/kernel';
import { publishTile } from '../../modules/registry/contract/operations.js';
import { workspaceDirectoryKey } from '../../modules/identity/contract/access.js';
import {
  findMembershipRows,
  findSessionRows,
} from '../../modules/identity/server/access/principal-queries.js';
import { Principals } from '../../modules/identity/server/access/principals.js';
import { CodeRedemption } from '../../modules/identity/server/accounts/code-redemption.js';
import { holdAccount, lockAccount } from '../../modules/identity/server/accounts/hold-account.js';
import { InvitationPreviews } from '../../modules/identity/server/accounts/invitation-previews.js';
import { Invitations } from '../../modules/identity/server/accounts/invitations.js';
import { PasswordResets } from '../../modules/identity/server/accounts/password-resets.js';
import { PasswordSignIn } from '../../modules/identity/server/accounts/password-sign-in.js';
import { Sessions } from '../../modules/identity/server/accounts/sessions.js';
import { DeviceApprovals } from '../../modules/identity/server/device/device-approvals.js';
import { DeviceSignIns } from '../../modules/identity/server/device/device-sign-ins.js';
import { withdrawApprovals } from '../../modules/identity/server/device/transitions.js';
import { ApiKey, findByToken } from '../../modules/identity/server/entities/tokens.js';
import { ApiKeys } from '../../modules/identity/server/keys/api-keys.js';
import {
  ApiKeyLocator,
  ApiKeyScopeLocator,
} from '../../modules/identity/server/locators/api-key-locators.js';
import { OrganizationLocator } from '../../modules/identity/server/locators/organization-locator.js';
import { WorkspaceLocator } from '../../modules/identity/server/locators/workspace-locator.js';
import { holdWorkspace } from '../../modules/identity/server/workspaces/hold-workspace.js';
import { findUser, Members } from '../../modules/identity/server/workspaces/members.js';
import {
  lockOrganization,
  Organizations,
} from '../../modules/identity/server/workspaces/organizations.js';
import { Workspaces } from '../../modules/identity/server/workspaces/workspaces.js';
import { jobsKey } from '../../modules/jobs/contract/db.js';
import jobs from '../../modules/jobs/module.js';
import { Runs } from '../../modules/jobs/server/runs.js';
import { Kinds } from '../../modules/jobs/server/kinds.js';
import { blobStoreKey } from '../../modules/persistence/contract/blob-store.js';
import { unitOfWorkKey, type UnitOfWork } from '../../modules/persistence/contract/db.js';
import registry from '../../modules/registry/module.js';
import { findLatest } from '../../modules/registry/server/publish/latest-version.js';
import { Publisher } from '../../modules/registry/server/publish/publisher.js';
import { lockExistingTile } from '../../modules/registry/server/publish/tile-lock.js';
import { moderateAgain } from '../../modules/registry/server/publish/visibility-change.js';
import { TileLocator, VersionLocator } from '../../modules/registry/server/read/locators.js';
import { TileReader } from '../../modules/registry/server/read/tile-reader.js';
import { ScanRun } from '../../modules/registry/server/scan/scan-run.entity.js';
import { Unpublisher } from '../../modules/registry/server/withdraw/unpublish.handler.js';
import { WorkspacePlugins } from '../../modules/registry/server/workspace-plugins.js';
import { describeEachDatabase } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';
import { archiveOf } from './registry/registry-host.js';

interface At {
  readonly services: Services;
  readonly manager: EntityManager;
}

type Finder = (at: At, id: never) => unknown;

const approver = (id: never) => ({ userId: id, sessionId: id });

/** Everything that looks something up by an id, a name or a secret, with that missing. */
const finders: Record<'identity' | 'jobs' | 'registry', Record<string, Finder>> = {
  identity: {
    'Workspaces.find': ({ services }, id) => services.get(Workspaces).find(id),
    'Workspaces.organizationOf': ({ services }, id) => services.get(Workspaces).organizationOf(id),
    'Organizations.find': ({ services }, id) => services.get(Organizations).find(id),
    'Organizations.scopeOf': async ({ services }, id) =>
      (await services.get(Organizations).scopeOf(id)).organizationId,
    'WorkspaceDirectory.find': ({ services }, id) => services.get(workspaceDirectoryKey).find(id),
    'WorkspaceDirectory.hold': ({ services }, id) => services.get(workspaceDirectoryKey).hold(id),
    'WorkspaceDirectory.findOrganization': ({ services }, id) =>
      services.get(workspaceDirectoryKey).findOrganization(id),
    'WorkspaceDirectory.visibleTo': ({ services }, id) =>
      services.get(workspaceDirectoryKey).visibleTo({ kind: 'user', id, label: '' }),
    'Members of a workspace': async ({ services }, id) =>
      (await services.get(Members).pageFor({ workspaceId: id }, {})).data,
    'Members of an organization': async ({ services }, id) =>
      (await services.get(Members).pageFor({ organizationId: id }, {})).data,
    findUser: ({ manager }, id) => findUser(manager, id),
    findSessionRows: ({ manager }, id) => findSessionRows(manager, id),
    findMembershipRows: ({ manager }, id) => findMembershipRows(manager, id),
    findByToken: ({ manager }, id) => findByToken(manager, ApiKey, id),
    holdAccount: ({ manager }, id) => holdAccount(manager, id),
    lockAccount: ({ manager }, id) => lockAccount(manager, id),
    holdWorkspace: ({ manager }, id) => holdWorkspace(manager, id).then(() => 'held'),
    lockOrganization: ({ manager }, id) => lockOrganization(manager, id).then(() => 'locked'),
    withdrawApprovals: ({ manager }, id) => withdrawApprovals(manager, id),
    'ApiKeys.view': ({ services }, id) => services.get(ApiKeys).view(id),
    'ApiKeys.pageFor': async ({ services }, id) =>
      (await services.get(ApiKeys).pageFor({ workspaceId: id, organizationId: id }, {})).data,
    'Sessions.renew': ({ services, manager }, id) => services.get(Sessions).renew(manager, id),
    'Sessions.end': ({ services, manager }, id) => services.get(Sessions).end(manager, id),
    'Sessions.endAll': ({ services, manager }, id) => services.get(Sessions).endAll(manager, id),
    'Invitations.find': ({ services, manager }, id) =>
      services.get(Invitations).find(manager, id, id),
    'Invitations.look': ({ services, manager }, id) => services.get(Invitations).look(manager, id),
    'InvitationPreviews.find': ({ services }, id) => services.get(InvitationPreviews).find(id),
    'CodeRedemption.redeem': ({ services }, id) =>
      services
        .get(CodeRedemption)
        .redeem({ code: id, email: id, password: id }, { kind: 'program' }),
    'PasswordSignIn.signIn': ({ services }, id) =>
      services.get(PasswordSignIn).signIn({ email: id, password: id }, { kind: 'program' }),
    'PasswordResets.find': ({ services, manager }, id) =>
      services.get(PasswordResets).find(manager, id),
    'DeviceSignIns.redeem': ({ services }, id) =>
      services.get(DeviceSignIns).redeem({ deviceCode: id, codeVerifier: id }, undefined),
    'DeviceApprovals.find': ({ services }, id) =>
      services.get(DeviceApprovals).find(id, approver(id)),
    'DeviceApprovals.approve': ({ services }, id) =>
      services.get(DeviceApprovals).approve(id, approver(id)),
    'Principals.of a person': async ({ services }, id) => [
      ...(await services.get(Principals).of({ kind: 'user', id, label: '' })).organizations.keys(),
    ],
    'Principals.of a key': async ({ services }, id) => [
      ...(await services.get(Principals).of({ kind: 'key', id, label: '' })).organizations.keys(),
    ],
    WorkspaceLocator: ({ services }, id) => services.build(WorkspaceLocator).locate(id),
    OrganizationLocator: ({ services }, id) => services.build(OrganizationLocator).locate(id),
    ApiKeyLocator: ({ services }, id) => services.build(ApiKeyLocator).locate(id),
    ApiKeyScopeLocator: ({ services }, id) => services.build(ApiKeyScopeLocator).locate(id),
  },
  jobs: {
    'Jobs.cancel': ({ services }, id) => services.get(jobsKey).cancel(ScanRun, id),
    'Jobs.retry': ({ services }, id) => services.get(jobsKey).retry(ScanRun, id),
    'Runs.claim': async ({ services }, id) =>
      services.get(Runs).claim(await services.get(Kinds).of(ScanRun), id),
    'Runs.look': async ({ services }, id) =>
      services.get(Runs).look(await services.get(Kinds).of(ScanRun), id),
  },
  registry: {
    'TileReader.tile': ({ services }, id) => services.get(TileReader).tile(id),
    'TileReader.version': ({ services }, id) => services.get(TileReader).version(id),
    TileLocator: ({ services }, id) => services.build(TileLocator).locate(id),
    VersionLocator: ({ services }, id) => services.build(VersionLocator).locate(id),
    findLatest: ({ manager }, id) => findLatest(manager, { id, archivedAt: null }),
    lockExistingTile: ({ manager }, id) => lockExistingTile(manager, id),
    moderateAgain: ({ manager }, id) => moderateAgain(manager, id),
    'Publisher.refuseTaken': ({ services }, id) =>
      services
        .get(Publisher)
        .refuseTaken(id, { version: '1.0.0', fingerprint: 'x', bump: 'patch' }),
    'Unpublisher.unpublish': ({ services }, id) =>
      services.get(Unpublisher).unpublish({ tile: id }),
    WorkspacePlugins: ({ services }, id) => services.build(WorkspacePlugins).describe(id),
    'BlobStore.read': ({ services }, id) => services.get(blobStoreKey).read(id),
    'BlobStore.open': ({ services }, id) => services.get(blobStoreKey).open(id),
    'BlobStore.has': ({ services }, id) => services.get(blobStoreKey).has(id),
  },
};

const rows = Object.entries(finders).flatMap(([module, table]) =>
  Object.entries(table).map(([name, find]) => ({ module, name, find })),
);

describeEachDatabase('what modules look up', (database) => {
  let server: IdentityServer;
  let units: UnitOfWork;
  const services = new Map<string, Services>();

  beforeAll(async () => {
    server = await startIdentity(database, { modules: [jobs, registry] });
    const admin = await server.firstAdmin('ada@example.com', 'lab');
    await server.newWorkspace(admin, 'acme');
    await server.newMember('bob@example.com', 'acme');
    await server.host.invoke(
      publishTile,
      { workspace: 'acme' },
      { token: admin, upload: await archiveOf() },
    );
    for (const module of Object.keys(finders))
      services.set(module, await server.host.server!.services(module));
    units = await server.host.get(unitOfWorkKey);
  });

  afterAll(() => server.stop());

  describe.each([
    ['undefined', undefined],
    ['null', null],
    ['an object', {}],
    ['a list', []],
    ['an empty text', ''],
    ['zero', 0],
  ])('with %s for what identifies it', (_what, missing) => {
    it.each(rows)('$module: $name throws or finds nothing', async ({ module, find }) => {
      const at = services.get(module)!;
      const outcome = units.run((manager) =>
        Promise.resolve(find({ services: at, manager }, missing as never)),
      );
      const found: unknown = await outcome.catch(() => undefined);
      expect([undefined, null, false, 0, '[]']).toContainEqual(
        Array.isArray(found) ? JSON.stringify(found) : found,
      );
    });
  });

  it('everything is still there', async () => {
    const at = services.get('identity')!;
    expect(await at.get(Workspaces).find('acme')).toMatchObject({ name: 'acme' });
    expect(
      (
        await at
          .get(Members)
          .pageFor({ workspaceId: (await at.get(Workspaces).find('acme'))!.id }, {})
      ).data,
    ).toHaveLength(2);
    expect(
      await services.get('registry')!.get(TileReader).version('acme/demo@1.0.0'),
    ).toMatchObject({ exact: true });
  });
});
