import { randomBytes, randomUUID } from 'node:crypto';
import { contribute, defineModule, type ModuleDeclaration } from 'svc-registry/kernel';
import {
  addOrganizationMember,
  createApiKey,
  viewWorkspace,
  workspaceContentPoint,
} from '../../../modules/identity/contract/index.js';
import { deleteApiKey } from '../../../modules/identity/contract/operations/api-keys.js';
import { listInvitations } from '../../../modules/identity/contract/operations/invitations.js';
import type { CreateApiKeyInput } from '../../../modules/identity/contract/dto/api-key.js';
import { Provisioning } from '../../../modules/identity/server/accounts/provisioning.js';
import { Organization, User } from '../../../modules/identity/server/entities/people.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { startEval, uploadBundle } from '../../../modules/eval/contract/run-operations.js';
import { Generation } from '../../../modules/eval/server/generation/generation.entity.js';
import { jobsKey } from '../../../modules/jobs/contract/db.js';
import { createProject } from '../../../modules/project/contract/operations.js';
import { pluginFormatKey } from '../../../modules/registry/contract/plugin-format.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import { createSchedule } from '../../../modules/schedule/contract/schedule-operations.js';
import { startFix } from '../../../modules/review/contract/fix-operations.js';
import { startReview } from '../../../modules/review/contract/operations.js';
import { FixJob, ReviewJob } from '../../../modules/review/server/runs/jobs.entity.js';
import { ReviewRun } from '../../../modules/review/server/runs/review-run.entity.js';
import { createTask } from '../../../modules/task/contract/operations.js';
import type { TestDatabase } from '../databases.js';
import { once } from '../../../toolbox/once.js';
import { endCell, filesOf, scenarioFiles, scored } from '../eval/scenario-cells.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';
import type { Fixture } from './access-case.js';
import type { PrincipalName } from './rules.js';

const DAY = 24 * 60 * 60 * 1000;

class Something {
  describe(): Promise<string | null> {
    return Promise.resolve('something');
  }
}

/** Keeps every workspace from being deleted, so that a caller who may delete one gets an error and nothing changes. */
export const vetoing = defineModule({
  id: 'vetoing',
  api: '^1.0.0',
  summary: 'Keeps workspaces',
  requires: ['identity'],
  contributes: [
    contribute(workspaceContentPoint, 'vetoing', { summary: 'Something' }, () =>
      Promise.resolve(Something),
    ),
  ],
});

type Env = Readonly<Record<string, string>>;

export type Tokens = Readonly<Record<PrincipalName, string | undefined>>;

/** Two organizations with a workspace, a public and a private plugin each, and everybody who may call. */
export interface World {
  readonly server: IdentityServer;
  readonly fixtures: Readonly<Record<'own' | 'other', Fixture>>;
  /** The principals' tokens; the sessions are new. */
  tokens(): Promise<Tokens>;
  /** Every row of every table. */
  dump(): Promise<unknown>;
}

const waitingGeneration = {
  createdBy: null,
  source: {
    type: 'commit' as const,
    name: 'https://git.example.org/acme/nowhere',
    commit: '9f2c1e7b3a4d5c6e7f8091a2b3c4d5e6f7081920',
    pullRequest: null,
  },
  contextPatterns: [],
  count: 1,
  bundleSha256: null,
  scenarios: null,
  rejected: null,
  resultSha256: null,
  resultBytes: null,
  failure: null,
};

async function placeOf(
  server: IdentityServer,
  admin: string,
  names: { organization: string; workspace: string },
): Promise<Fixture> {
  const { organization, workspace } = names;
  const { invoke } = server.host;
  const workspaceId = await server.newWorkspace(admin, workspace);
  const { organizationId } = await invoke(viewWorkspace, { id: workspaceId }, { token: admin });
  for (const scope of [{ workspace }, { org: organization }])
    await invoke(createApiKey, { name: 'taken', ...scope }, { token: admin });
  const bystander = `bystander@${organization}.example`;
  await server.newcomer(admin, { email: bystander, organization });
  const archive = (visibility: 'public' | 'private') =>
    archiveOf({ name: `${workspace}/${visibility}-demo`, private: visibility === 'private' });
  await invoke(publishTile, { workspace }, { token: admin, upload: await archive('private') });
  const goPublic = { workspace, public: true };
  await invoke(publishTile, goPublic, { token: admin, upload: await archive('public') });
  let count = 0;
  const fresh = (what: string): string => `${what}-${String(++count).padStart(4, '0')}`;
  const newProject = async (name: string) =>
    (await invoke(createProject, { workspace, name }, { token: admin })).id;
  const newReview = async (state?: 'failed') => {
    const named = { workspace, kind: 'security', force: true } as const;
    const started = await invoke(startReview, named, {
      token: admin,
      upload: await archive('private'),
    });
    if (state === 'failed') await failReview(server, started.reviewRunId);
    return started.reviewRunId;
  };
  const skillArchive = () =>
    archiveOf({
      name: `${workspace}/private-demo`,
      private: true,
      skills: { demo: 'Shows how a demo looks. Use when the user asks for one.' },
    });
  const newFix = async (state?: 'failed') => {
    const upload = await skillArchive();
    const started = await invoke(startFix, { workspace }, { token: admin, upload });
    if (state === 'failed') await failReview(server, started.reviewRunId);
    return started.reviewRunId;
  };
  const newEnvironment = async () => {
    const made = { workspace, name: fresh('environment'), entries: { API_KEY: 'x' } };
    const { id } = await invoke(createEnvironment, made, { token: admin });
    return { id, name: made.name };
  };
  const newSchedule = async () => {
    const { id: environment } = await newEnvironment();
    const repo = 'https://git.example.org/acme/nowhere';
    const made = { workspace, cron: '0 9 * * 1-5', skill: 'file:skills/demo', repo };
    const input = { ...made, agent: 'scripted', environment };
    return (await invoke(createSchedule, input, { token: admin })).id;
  };
  const asked = { workspace, skill: 'file:skills/demo', repo: 'acme/nowhere', agent: 'scripted' };
  const newTask = async () => (await invoke(createTask, asked, { token: admin })).id;
  const newTaskOfIssue = async () => {
    const value = randomUUID();
    await invoke(createTask, { ...asked, link: { type: 'issue', value } }, { token: admin });
    return value;
  };
  const newLaunch = async () => (await invoke(startLaunch, asked, { token: admin })).launchRunId;
  const scenarioArchive = async () => {
    const format = await server.host.get(pluginFormatKey);
    return format.pack({ files: filesOf(scenarioFiles('greet')) });
  };
  // one bundle serves all: sending one counts against a limit
  const evalBundle = once(async () => {
    const upload = await scenarioArchive();
    return (await invoke(uploadBundle, { workspace }, { token: admin, upload })).bundleId;
  });
  const newEval = async () => {
    const started = { workspace, agent: 'scripted', bundle: await evalBundle(), force: true };
    const { evalRunId: id, scenarios } = await invoke(startEval, started, { token: admin });
    const cell = scenarios[0]!.solutions[0]!.cells[0]!.cellId;
    return { id, cell };
  };
  const endedEval = once(async () => {
    const ids = await newEval();
    await endCell(server.host, ids.cell, scored(2));
    return ids;
  });
  // without its operation, which needs a model
  const newGeneration = async () => {
    const units = await server.host.get(unitOfWorkKey);
    const jobs = await server.host.get(jobsKey);
    const values = { workspaceId, organizationId, ...waitingGeneration };
    return units.run(() => jobs.enqueue(Generation, values));
  };
  const newKey = async (scope: object) =>
    (await invoke(createApiKey, { name: fresh('key'), ...scope }, { token: admin })).id;
  const newInvitation = async (email: string) => {
    await invoke(addOrganizationMember, { organization, email }, { token: admin });
    const { data } = await invoke(listInvitations, { organization }, { token: admin });
    return data.find((invitation) => invitation.email === email)!.id;
  };
  const ids = {
    organization: organizationId,
    workspace: workspaceId,
    project: await newProject('taken'),
  };
  return {
    organization,
    workspace,
    project: `${workspace}/taken`,
    ids,
    name: workspace,
    bystander,
    plugin: { public: 'public-demo', private: 'private-demo' },
    archive: () => archive('private'),
    skillArchive,
    newInvitation: () => newInvitation(`${fresh('invited')}@${organization}.example`),
    newProject: () => newProject(fresh('project')),
    newReview,
    newFix,
    newEnvironment,
    newLaunch,
    newSchedule,
    newTask,
    newTaskOfIssue,
    scenarioArchive,
    evalBundle,
    newEval,
    endedEval,
    newGeneration,
    newPlugin: async (visibility) => {
      const tile = fresh('extra');
      const upload = await archiveOf({
        name: `${workspace}/${tile}`,
        private: visibility === 'private',
      });
      await invoke(publishTile, { workspace }, { token: admin, upload });
      return tile;
    },
    newMember: () => server.newMember(`${fresh('member')}@${organization}.example`, workspace),
    newKey: () => newKey({ workspace }),
    newWideKey: () => newKey({ org: organization }),
  };
}

/** As if its last attempt had failed. */
async function failReview({ host }: IdentityServer, id: string): Promise<void> {
  const units = await host.get(unitOfWorkKey);
  await units.run(async (manager) => {
    for (const job of [ReviewJob, FixJob])
      await manager.update(job, { reviewId: id }, { state: 'failed' });
    await manager.update(ReviewRun, { id }, { state: 'failed' });
  });
}

async function keyTokens({ host: { invoke } }: IdentityServer, token: string) {
  const make = (name: string, scope: Omit<CreateApiKeyInput, 'name'>) =>
    invoke(createApiKey, { name, ...scope }, { token });
  const revoked = await make('revoked', { workspace: 'tools' });
  await invoke(deleteApiKey, { id: revoked.id }, { token });
  return {
    'workspace key': (await make('publisher', { workspace: 'tools' })).value,
    'workspace owner key': (await make('owner', { workspace: 'tools', role: 'owner' })).value,
    'organization key': (await make('wide', { org: 'acme' })).value,
    'revoked key': revoked.value,
  };
}

async function expiredSession(server: IdentityServer, email: string): Promise<string> {
  const { now } = server.clock;
  server.clock.now = new Date(now.getTime() - 31 * DAY);
  const token = await server.newSession(email);
  server.clock.now = now;
  return token;
}

const workspaceRoles = ['member', 'publisher', 'manager', 'owner'] as const;

async function personTokens(
  server: IdentityServer,
): Promise<
  Pick<
    Tokens,
    'non-member' | 'organization member' | 'organization admin' | (typeof workspaceRoles)[number]
  >
> {
  const session = (name: string) => server.newSession(`${name}@example.com`);
  return {
    'non-member': await session('non-member'),
    'organization member': await session('organization-member'),
    'organization admin': await session('organization-admin'),
    member: await session('member'),
    publisher: await session('publisher'),
    manager: await session('manager'),
    owner: await session('owner'),
  };
}

async function invitePeople(server: IdentityServer, admin: string): Promise<void> {
  const person = { organization: 'acme' };
  await server.newcomer(admin, { ...person, email: 'organization-member@example.com' });
  await server.newcomer(admin, {
    ...person,
    email: 'organization-admin@example.com',
    role: 'admin',
  });
  for (const role of workspaceRoles)
    await server.newcomer(admin, {
      ...person,
      email: `${role}@example.com`,
      workspace: { name: 'tools', role },
    });
}

/**
 * A workspace, an organization and a project of `tools`' people that are called by the ids of another place. No operation lets a workspace or an
 * organization be called so; a restored or an older database might hold one all the same.
 */
async function addNamesakes(
  { host }: IdentityServer,
  admin: string,
  { ids }: Fixture,
): Promise<void> {
  const services = await host.server!.services('identity');
  const provisioning = services.get(Provisioning);
  await services.get(unitOfWorkKey).run(async (manager) => {
    const { id: organizationId } = await manager.findOneByOrFail(Organization, { name: 'acme' });
    const workspace = await provisioning.workspace(manager, {
      name: ids.workspace,
      organizationId,
    });
    const organization = await provisioning.organization(manager, ids.organization);
    for (const email of ['owner@example.com', 'organization-admin@example.com']) {
      const { id: userId } = await manager.findOneByOrFail(User, { email });
      await provisioning.workspaceRole(manager, {
        workspaceId: workspace.id,
        userId,
        role: 'owner',
      });
      await provisioning.organizationRole(manager, {
        organizationId: organization.id,
        userId,
        role: 'admin',
      });
    }
  });
  await host.invoke(createProject, { workspace: 'tools', name: ids.project }, { token: admin });
}

export async function createWorld(
  database: TestDatabase,
  modules: readonly ModuleDeclaration[],
  env: Env = {},
): Promise<World> {
  const server = await startIdentity(database, {
    modules,
    env: {
      SVC_MODERATION: 'off',
      // without one nothing can be sealed on PostgreSQL
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      ...env,
    },
  });
  const founder = await server.firstAdmin('founder@example.com', 'acme');
  const own = await placeOf(server, founder, { organization: 'acme', workspace: 'tools' });
  await invitePeople(server, founder);
  const rival = await server.foundOrganization('globex', 'rival@example.com');
  const other = await placeOf(server, rival, { organization: 'globex', workspace: 'rival' });
  await server.foundOrganization('initech', 'non-member@example.com');
  await addNamesakes(server, founder, other);
  const fixed = {
    anonymous: undefined,
    'expired session': await expiredSession(server, 'founder@example.com'),
    ...(await keyTokens(server, founder)),
  };
  return {
    server,
    fixtures: { own, other },
    tokens: async () => {
      // a person keeps the hundred newest sessions: the newest have to be told apart
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      return { ...fixed, ...(await personTokens(server)) };
    },
    dump: () => dumpOf(server),
  };
}

async function dumpOf(server: IdentityServer): Promise<unknown> {
  const { manager } = await server.host.get(readDatabaseKey);
  const all = manager.connection.entityMetadatas.map(({ tableName }) => tableName).sort();
  // refused attempts are written down there: that is its purpose
  const tables = all.filter((table) => !table.startsWith('audit_'));
  const rows: [string, string[]][] = [];
  for (const table of tables) {
    const found = await manager.query<object[]>(`SELECT * FROM "${table}"`);
    rows.push([table, found.map((row) => JSON.stringify(row)).sort()]);
  }
  return rows;
}
