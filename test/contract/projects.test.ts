import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Operation } from 'svc-registry/kernel';
import { listAuditEvents } from '../../modules/audit/contract/operations.js';
import audit from '../../modules/audit/module.js';
import { createApiKey } from '../../modules/identity/contract/index.js';
import { deleteWorkspace } from '../../modules/identity/contract/operations/workspaces.js';
import install from '../../modules/install/module.js';
import jobs from '../../modules/jobs/module.js';
import {
  createProject,
  deleteProject,
  listProjects,
  matchProject,
  updateProject,
  viewProject,
} from '../../modules/project/contract/operations.js';
import project from '../../modules/project/module.js';
import policy from '../../modules/policy/module.js';
import registry from '../../modules/registry/module.js';
import { describeEachDatabase } from './databases.js';
import { itInTurn } from './databases-by-day.js';
import { startIdentity, type IdentityServer } from './identity-server.js';

const REPOSITORY = 'https://git.example/acme/web';
const NUL = '\u0000';

describeEachDatabase('projects', (databases) => {
  const it = itInTurn(databases);
  let server: IdentityServer;
  let admin: string;

  beforeEach(async () => {
    server = await startIdentity(databases, {
      modules: [jobs, registry, install, policy, project, audit],
    });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
  });
  afterEach(() => server.stop());

  const invoke = <I extends object, R>(
    operation: Operation<I, R>,
    input: I,
    options: { token?: string } = {},
  ): Promise<R> => server.host.invoke(operation, input, { token: admin, ...options });
  const make = (name: string, more: object = {}) =>
    invoke(createProject, { workspace: 'tools', name, ...more });
  const names = async (input: object = {}) =>
    (await invoke(listProjects, { workspace: 'tools', ...input })).data.map(({ name }) => name);

  it('are made once for each name and each source, however it is written', async () => {
    const made = await make('web', {
      sourceUri: 'git@git.example:acme/web.git',
      repoSubpath: './packages/web/',
    });
    expect(made).toMatchObject({
      workspace: 'tools',
      name: 'web',
      fullName: 'tools/web',
      sourceType: 'git',
      sourceUri: REPOSITORY,
      repoSubpath: 'packages/web',
    });
    expect(await invoke(viewProject, { projectId: made.id })).toEqual(made);
    expect(await invoke(viewProject, { projectId: 'tools/web' })).toEqual(made);
    await expect(make('web')).rejects.toMatchObject({
      code: 'duplicate_project_name',
      status: 409,
    });
    const again = make('other', {
      sourceUri: `https://me:pw@git.example/acme/web`,
      repoSubpath: 'packages/web',
    });
    await expect(again).rejects.toMatchObject({
      code: 'duplicate_project_provenance',
      status: 409,
    });
    await expect(make('root', { sourceUri: REPOSITORY })).resolves.toMatchObject({
      repoSubpath: '',
    });
    await server.newWorkspace(admin, 'elsewhere');
    await expect(
      make('web', { workspace: 'elsewhere', sourceUri: REPOSITORY }),
    ).resolves.toMatchObject({ workspace: 'elsewhere' });
  });

  it('are made once where many ask at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => make(`web-${at}`, { sourceUri: REPOSITORY })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'duplicate_project_provenance' });
    expect(await names()).toHaveLength(1);
  });

  it('keep no user and no password of a source', async () => {
    await make('git', { sourceUri: 'https://me:s3cret@git.example/acme/web' });
    const other = await make('other', {
      sourceType: 'archive',
      sourceUri: 'https://me:s3cret@Files.example:443/web.zip?token=s3cret#s3cret',
    });
    expect(other).toMatchObject({
      sourceType: 'archive',
      sourceUri: 'https://files.example/web.zip',
    });
    expect(JSON.stringify(await invoke(listProjects, { workspace: 'tools' }))).not.toContain(
      's3cret',
    );
    const again = make('again', {
      sourceType: 'archive',
      sourceUri: 'https://files.example/web.zip?token=another',
    });
    await expect(again).rejects.toMatchObject({ code: 'duplicate_project_provenance' });
  });

  it.each([
    'svn:me:s3cret@host/web',
    'git::https://me:s3cret@git.example/web',
    'https://proxy.example/https://me:s3cret@git.example/web',
  ])('are refused with a source that hides a password: %s', async (sourceUri) => {
    const failure = await make('web', { sourceType: 'other', sourceUri }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'invalid_input', issues: [{ field: 'sourceUri' }] });
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'a b' }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ name: 'a'.repeat(200) }, 'name'],
    [{ sourceUri: '/srv/git/web.git' }, 'sourceUri'],
    [{ sourceUri: 'file:///srv/web' }, 'sourceUri'],
    [{ sourceUri: REPOSITORY, repoSubpath: '../up' }, 'repoSubpath'],
    [{ repoSubpath: 'web' }, 'repoSubpath'],
    [{ repoSubpath: '' }, 'repoSubpath'],
    [{ sourceType: 'git' }, 'sourceType'],
    [{ sourceType: 'archive', sourceUri: `a${NUL}b` }, 'sourceUri'],
    [{ sourceType: 'archive', sourceUri: 'https://files.example/\ud800' }, 'sourceUri'],
    [{ sourceType: `a${NUL}b`, sourceUri: REPOSITORY }, 'sourceType'],
    [{ sourceUri: 'git@git.example:acme/\ud800' }, 'sourceUri'],
    [{ sourceUri: REPOSITORY, repoSubpath: 'a\ud800' }, 'repoSubpath'],
  ])('are refused with %j', async (wrong, field) => {
    await expect(make('web', wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ field }],
    });
  });

  it('are named in the audit log alike, whether by name or by id', async () => {
    const { id } = await make('web');
    await invoke(updateProject, { projectId: id, sourceUri: REPOSITORY });
    await invoke(deleteProject, { projectId: id.toUpperCase() });
    const { data } = await invoke(listAuditEvents, { organization: 'acme', object: 'tools/web' });
    const operations = data.map(({ operation }) => operation).sort();
    expect(operations).toEqual([
      'project.createProject',
      'project.deleteProject',
      'project.updateProject',
    ]);
    expect(data.map(({ object }) => object)).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'project', id, name: 'tools/web' })),
    );
  });

  it('are renamed, bound and unbound, and nothing else changes', async () => {
    const { id, createdAt } = await make('web', { sourceUri: REPOSITORY });
    await make('taken', { sourceUri: `${REPOSITORY}-2` });
    const update = (change: object) => invoke(updateProject, { projectId: id, ...change });
    await expect(update({ name: 'site' })).resolves.toMatchObject({
      name: 'site',
      sourceUri: REPOSITORY,
      createdAt,
    });
    await expect(update({ name: 'taken' })).rejects.toMatchObject({
      code: 'duplicate_project_name',
    });
    await expect(update({ sourceUri: `${REPOSITORY}-2` })).rejects.toMatchObject({
      code: 'duplicate_project_provenance',
    });
    await expect(update({ sourceType: 'archive' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ field: 'sourceType' }],
    });
    const before = await invoke(viewProject, { projectId: id });
    await expect(update({})).resolves.toEqual(before);
    await expect(update({ sourceUri: null })).resolves.toMatchObject({
      name: 'site',
      sourceType: null,
      sourceUri: null,
      repoSubpath: null,
    });
    await expect(update({ sourceUri: REPOSITORY, repoSubpath: 'web' })).resolves.toMatchObject({
      repoSubpath: 'web',
    });
    expect(await invoke(viewProject, { projectId: id })).toMatchObject({
      name: 'site',
      sourceUri: REPOSITORY,
      repoSubpath: 'web',
    });
  });

  it('free their name and their source when they are deleted', async () => {
    const { id } = await make('web', { sourceUri: REPOSITORY });
    await invoke(deleteProject, { projectId: id });
    await expect(invoke(viewProject, { projectId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(invoke(deleteProject, { projectId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(invoke(updateProject, { projectId: id, name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await names()).toEqual([]);
    const anew = await make('web', { sourceUri: REPOSITORY });
    expect(anew.id).not.toBe(id);
    await invoke(deleteProject, { projectId: 'tools/web' });
    await expect(make('web', { sourceUri: REPOSITORY })).resolves.toMatchObject({ name: 'web' });
  });

  it('are listed page by page in both directions, and filtered', async () => {
    for (const name of ['c', 'a', 'b']) await make(name, { sourceUri: `${REPOSITORY}/${name}` });
    const first = await invoke(listProjects, { workspace: 'tools', pageSize: 2 });
    expect(first.data.map(({ name }) => name)).toEqual(['a', 'b']);
    await make('aa');
    const second = await invoke(listProjects, {
      workspace: 'tools',
      pageSize: 2,
      after: first.next!,
    });
    expect(second.data.map(({ name }) => name)).toEqual(['c']);
    expect(await names({ name: 'b' })).toEqual(['b']);
    expect(await names({ name: NUL })).toEqual([]);
    expect(await names({ sourceUri: 'git@git.example:acme/web/a.git' })).toEqual(['a']);
    await make('zip', { sourceType: 'archive', sourceUri: 'https://files.example/a.git' });
    expect(await names({ sourceUri: 'https://FILES.example/a.git?token=x' })).toEqual(['zip']);
    expect(await names({ sourceUri: 'https://files.example/a' })).toEqual([]);
    expect(await names({ sourceUri: NUL })).toEqual([]);
    expect(await names({ sourceType: 'archive' })).toEqual(['zip']);
    expect(await names({ sourceType: 'git', sourceUri: 'https://files.example/a.git' })).toEqual(
      [],
    );
  });

  it('are matched by name and by source', async () => {
    const web = await make('web', { sourceUri: REPOSITORY });
    const match = (input: object) => invoke(matchProject, { workspace: 'tools', ...input });
    expect(await match({ name: 'web', sourceUri: REPOSITORY })).toEqual({
      outcome: 'match',
      byName: web,
      bySource: web,
      allowedActions: [],
    });
    expect(await match({ name: 'site', sourceUri: REPOSITORY })).toMatchObject({
      outcome: 'locator_drift',
      byName: null,
      bySource: web,
    });
    expect(await match({ name: 'web', sourceUri: `${REPOSITORY}-2` })).toMatchObject({
      outcome: 'provenance_drift',
      bySource: null,
    });
    const other = await make('other', { sourceUri: `${REPOSITORY}-2` });
    expect(await match({ name: 'web', sourceUri: `${REPOSITORY}-2` })).toMatchObject({
      outcome: 'conflict',
      byName: web,
      bySource: other,
    });
    expect(await match({ name: 'none' })).toEqual({
      outcome: 'full_mismatch',
      byName: null,
      bySource: null,
      allowedActions: ['create'],
    });
  });

  it('keep their workspace, until they are gone', async () => {
    await make('web');
    const refused = invoke(deleteWorkspace, { id: 'tools' });
    await expect(refused).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('1 project'),
    });
    await invoke(deleteProject, { projectId: 'tools/web' });
    await invoke(deleteWorkspace, { id: 'tools' });
  });

  it('are made by API keys too, and say by which', async () => {
    const { id, value } = await invoke(createApiKey, { name: 'ci', workspace: 'tools' });
    await expect(
      invoke(createProject, { workspace: 'tools', name: 'web' }, { token: value }),
    ).resolves.toMatchObject({ createdBy: id });
  });

  it('of others are not found, by id and by name', async () => {
    const { id } = await make('web');
    const rival = await server.foundOrganization('globex', 'rival@example.com');
    for (const projectId of [id, id.toUpperCase(), 'tools/web', 'tools/none', NUL, `tools/${NUL}`])
      await expect(invoke(viewProject, { projectId }, { token: rival })).rejects.toMatchObject({
        code: 'not_found',
        status: 404,
      });
  });
});
