import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import { createApiKey, createWorkspace } from '../../modules/identity/contract/index.js';
import { deleteWorkspace } from '../../modules/identity/contract/operations/workspaces.js';
import install from '../../modules/install/module.js';
import jobs from '../../modules/jobs/module.js';
import { unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import * as operations from '../../modules/policy/contract/operations.js';
import type { SourceVerdict } from '../../modules/policy/contract/dto/evaluation.js';
import {
  policyTargetsPoint,
  type PolicyTarget,
  type PolicyTargets,
} from '../../modules/policy/contract/targets.js';
import policy from '../../modules/policy/module.js';
import { publishTile } from '../../modules/registry/contract/operations.js';
import registry from '../../modules/registry/module.js';
import { VersionEntity } from '../../modules/registry/server/entities/version.entity.js';
import { describeEachDatabase } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';
import { archiveOf, type PluginSketch } from './registry/registry-host.js';

const SITE = '11111111-2222-4333-8444-555555555555';
let site: Omit<PolicyTarget, 'type' | 'id' | 'name'>;

class Sites implements PolicyTargets {
  find(reference: string): Promise<PolicyTarget | null> {
    return Promise.resolve(
      [SITE, 'tools/site', 'rival/site'].includes(reference)
        ? { ...site, type: 'project', id: SITE, name: 'site' }
        : null,
    );
  }
}

/** A level below workspaces, as another module adds it. */
const sites = defineModule({
  id: 'sites',
  api: '^1.0.0',
  summary: 'Projects',
  requires: ['policy'],
  contributes: [
    contribute(policyTargetsPoint, 'sites', { type: 'project', rank: 2, summary: 'Projects' }, () =>
      Promise.resolve(Sites),
    ),
  ],
  server: () => Promise.resolve({ default: {} }),
});

const DAY = 24 * 60 * 60 * 1000;
const workspace = { targetType: 'workspace', targetId: 'tools' };
const org = { targetType: 'org', targetId: 'acme' };
const installPolicy = (rules: object) => ({ version: 1, rules });
const noGit = installPolicy({ sourceRestriction: { allowGitSources: false } });

const failure = (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
  call.then(
    () => ({ code: '', message: 'it succeeded' }),
    (error: unknown) => error as { code: string; message: string },
  );

describeEachDatabase('policies', (database) => {
  let server: IdentityServer;
  let [admin, manager, member, stranger]: string[] = [];
  let toolsId: string;

  beforeAll(async () => {
    server = await startIdentity(database, { modules: [jobs, registry, install, policy, sites] });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    const tools = await server.invoke(createWorkspace, { name: 'tools' }, admin);
    toolsId = tools.id;
    site = { organizationId: tools.organizationId, workspaceId: tools.id };
    const join = (email: string, role: 'manager' | 'member') =>
      server.newcomer(admin!, { email, organization: 'acme', workspace: { name: 'tools', role } });
    manager = await join('manager@example.com', 'manager');
    member = await join('member@example.com', 'member');
    stranger = await server.foundOrganization('globex', 'stranger@example.com');
    const svc = await server.foundOrganization('svc', 'operator@example.com');
    await server.newWorkspace(svc, 'official');
    await server.newWorkspace(stranger, 'rival');
    for (const [sketch, token] of [
      [{ name: 'tools/own', version: '1.0.0' }, admin],
      [{ name: 'tools/secret', version: '1.0.0', private: true }, admin],
      [{ name: 'official/good', version: '1.0.0' }, svc],
      [{ name: 'rival/thing', version: '1.0.0' }, stranger],
    ] as const)
      await publish(sketch, token);
    server.later(10 * DAY);
    await publish({ name: 'tools/own', version: '1.1.0' }, admin);
    await publish({ name: 'tools/own', version: '2.0.0' }, admin);
    server.later(DAY);
  });
  afterAll(() => server.stop());

  const publish = async (sketch: PluginSketch, token: string) => {
    const input = {
      workspace: sketch.name!.split('/')[0]!,
      ...(sketch.private === true ? {} : { public: true }),
    };
    return server.host.invoke(publishTile, input, {
      token,
      upload: await archiveOf({ private: false, ...sketch }),
    });
  };
  const set = (target: object, documents: object, token = admin!) =>
    server.invoke('policy.setPolicy', { ...target, ...documents }, token);
  const clear = async () => {
    for (const target of [org, workspace, { targetType: 'project', targetId: SITE }])
      await server.invoke(operations.deletePolicy, target, admin);
  };
  afterEach(clear);
  const judge = async (
    source: object,
    input: object = {},
    token = member!,
  ): Promise<SourceVerdict> => {
    const answer = await server.invoke(
      'policy.evaluateInstall',
      { workspace: 'tools', sources: [source], ...input },
      token,
    );
    return (answer as { results: SourceVerdict[] }).results[0]!;
  };
  const plugin = (name: string, version?: string) => ({
    kind: 'registry',
    name,
    ...(version !== undefined && { version }),
  });
  const git = (path: string, host = 'github.example') => ({ kind: 'git', host, path });

  it('are kept in one form, replaced as a whole, and removed', async () => {
    const view = (target = workspace, token = member!) =>
      server.invoke(operations.viewPolicy, target, token);
    expect(await view()).toEqual({
      ...workspace,
      targetId: toolsId,
      installPolicy: null,
      publishPolicy: null,
      updatedAt: null,
    });
    const sourceRestriction = {
      gitSourceAllowlist: [
        { host: 'GitHub.example:443', path: ['Acme', 'Tools.git'] },
        { host: 'b.example', path: 'acme' },
      ],
    };
    await set(
      workspace,
      { installPolicy: installPolicy({ sourceRestriction }), publishPolicy: installPolicy({}) },
      manager,
    );
    const allowlist = [
      { host: 'b.example', path: 'acme' },
      { host: 'github.example', path: 'acme/tools' },
    ];
    expect(await view()).toMatchObject({
      installPolicy: {
        version: 1,
        rules: {
          sourceRestriction: {
            registryScope: 'all',
            allowGitSources: true,
            gitSourceAllowlist: allowlist,
          },
        },
      },
      publishPolicy: { version: 1, rules: { blockPublicTilePublish: false } },
      updatedAt: server.clock.now.toISOString(),
    });
    await set(
      { ...workspace, targetId: toolsId },
      { installPolicy: installPolicy({ minimumReleaseAge: { days: 2 } }) },
    );
    const replaced = await view();
    expect(replaced).toMatchObject({
      installPolicy: { rules: { minimumReleaseAge: { days: 2 } } },
      publishPolicy: null,
    });
    expect(JSON.stringify(replaced)).not.toContain('gitSourceAllowlist');
    await clear();
    expect(await view()).toMatchObject({ installPolicy: null });
  });

  const allowing = (gitSourceAllowlist: unknown) =>
    installPolicy({ sourceRestriction: { gitSourceAllowlist } });
  const allowingOne = (host: string, path: unknown) => allowing([{ host, path }]);

  it.each<[string, object]>([
    ['another version', { version: 2, rules: {} }],
    ['no rules', { version: 1 }],
    ['a list', []],
    ['rules that are null', { version: 1, rules: null }],
    ['a list of rules', { version: 1, rules: [] }],
    ['a rule that is null', installPolicy({ minimumReleaseAge: null })],
    ['a rule that is a list', installPolicy({ minimumReleaseAge: [] })],
    ['an allowlist that is null', allowing(null)],
    ['an allowlist that is an object', allowing({})],
    ['an allowlist of nothing', allowing([null])],
    ['an allowlist of texts', allowing(['github.com/acme'])],
    ['an unknown rule', installPolicy({ colour: 'red' })],
    ['an unknown severity', installPolicy({ securityThreshold: { minSeverityToWarn: 'huge' } })],
    ['a negative age', installPolicy({ minimumReleaseAge: { days: -1 } })],
    ['a host with a scheme', allowingOne('https://a.example', 'acme')],
    ['a host with a user', allowingOne('me@a.example', 'acme')],
    ['a path that is too deep', allowingOne('a.example', 'a/b/c')],
    ['alternatives for a path', allowingOne('a.example', ['a/b', 'c'])],
    ['a path of three parts', allowingOne('a.example', ['a', 'b', 'c'])],
    ['no path', allowingOne('a.example', [])],
  ])('are refused with %s', async (_what, document) => {
    await expect(set(workspace, { installPolicy: document })).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
    });
  });

  it('are for admins of the organization, and for managers in their workspace; members see them, others nothing', async () => {
    const document = { installPolicy: installPolicy({}) };
    const view = (target: typeof org, token: string) =>
      server.invoke(operations.viewPolicy, target, token);
    await expect(set(org, document, manager)).rejects.toMatchObject({ code: 'denied' });
    await expect(set(workspace, document, member)).rejects.toMatchObject({ code: 'denied' });
    await expect(set(org, document, admin)).resolves.toMatchObject({ targetType: 'org' });
    await expect(view(org, member!)).resolves.toMatchObject({ targetType: 'org' });
    for (const target of [org, workspace, { targetType: 'project', targetId: SITE }]) {
      const absent = await failure(view({ ...target, targetId: 'nowhere' }, stranger!));
      const hidden = await failure(view(target, stranger!));
      expect(hidden).toMatchObject({
        code: 'not_found',
        message: absent.message.replace('nowhere', target.targetId),
      });
      await expect(set(target, document, stranger)).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const targetType of ['planet', 'constructor'])
      await expect(view({ ...org, targetType }, admin!)).rejects.toMatchObject({
        code: 'not_found',
      });
    for (const targetType of ['caller=', 'Org', ''])
      await expect(view({ ...org, targetType }, admin!)).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });

  it('hold from the organization down, the strictest of every field, and tell where each comes from', async () => {
    const project = { targetType: 'project', targetId: SITE };
    const two = [
      { host: 'a.example', path: 'acme' },
      { host: 'b.example', path: 'acme' },
    ];
    await set(org, {
      installPolicy: installPolicy({
        securityThreshold: { minSeverityToBlock: 'CRITICAL' },
        sourceRestriction: { registryScope: 'svc-and-org', gitSourceAllowlist: two },
        minimumReleaseAge: { days: 3 },
      }),
      publishPolicy: installPolicy({ blockPublicTilePublish: true }),
    });
    await set(workspace, {
      installPolicy: installPolicy({
        securityThreshold: { minSeverityToBlock: 'HIGH', minSeverityToWarn: null },
        sourceRestriction: {
          registryScope: 'all',
          gitSourceAllowlist: [{ host: 'a.example', path: 'acme/tools' }],
        },
        minimumReleaseAge: { days: 3 },
      }),
    });
    await set(project, {
      installPolicy: installPolicy({
        sourceRestriction: { allowGitSources: false },
        minimumReleaseAge: { days: 1 },
      }),
    });
    const effective = (target: object, provenance?: boolean) =>
      server.invoke(
        'policy.viewEffectivePolicy',
        { ...target, ...(provenance !== undefined && { provenance }) },
        member,
      );
    expect(await effective(project, true)).toEqual({
      ...project,
      installPolicy: installPolicy({
        securityThreshold: { minSeverityToWarn: null, minSeverityToBlock: 'HIGH' },
        sourceRestriction: {
          registryScope: 'svc-and-org',
          allowGitSources: false,
          gitSourceAllowlist: [{ host: 'a.example', path: 'acme/tools' }],
        },
        minimumReleaseAge: { days: 3 },
      }),
      publishPolicy: installPolicy({
        securityThreshold: { minSeverityToBlock: null },
        blockPublicTilePublish: true,
      }),
      policySource: {
        'installPolicy.securityThreshold.minSeverityToBlock': { levels: ['workspace'] },
        'installPolicy.sourceRestriction.registryScope': { levels: ['org'] },
        'installPolicy.sourceRestriction.allowGitSources': { levels: ['project'] },
        'installPolicy.sourceRestriction.gitSourceAllowlist': { levels: ['org', 'workspace'] },
        'installPolicy.minimumReleaseAge.days': { levels: ['org', 'workspace'] },
        'publishPolicy.blockPublicTilePublish': { levels: ['org'] },
      },
    });
    for (const asked of [undefined, false])
      expect(await effective(project, asked)).not.toHaveProperty('policySource');
    expect(await effective(workspace)).toMatchObject({
      installPolicy: { rules: { sourceRestriction: { allowGitSources: true } } },
    });
  });

  it('decide about up to 200 sources, in their order', async () => {
    await set(org, {
      installPolicy: installPolicy({
        sourceRestriction: { gitSourceAllowlist: [{ host: 'github.example', path: 'acme' }] },
      }),
    });
    const sources = [
      plugin('tools/own'),
      git('acme/tools'),
      { kind: 'file' },
      git('evil/tools'),
      plugin('tools/absent'),
    ];
    const many = Array.from({ length: 200 }, (_, at) => sources[at % sources.length]!);
    const asked = { ...workspace, sources: many };
    const { results } = (await server.invoke('policy.evaluatePolicy', asked, member)) as {
      results: SourceVerdict[];
    };
    const expected = ['allow', 'allow', 'allow', 'block', 'block'];
    expect(results.map(({ decision }) => decision)).toEqual(
      many.map((_, at) => expected[at % expected.length]),
    );
    expect(results[3]!.reasons).toMatchObject([
      { kind: 'source-restricted', policyLevels: ['org'] },
    ]);
    for (const wrong of [[...many, sources[0]], [], [{ kind: 'moon' }], [null]])
      await expect(
        server.invoke('policy.evaluatePolicy', { ...workspace, sources: wrong }, member),
      ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('tell nobody of plugins that they may not see', async () => {
    const reasons = async (name: string, input: object, token: string) =>
      (await judge(plugin(name, '1.0.0'), input, token)).reasons;
    const hidden = await reasons('tools/secret', { workspace: 'rival' }, stranger!);
    const absent = await reasons('tools/absent', { workspace: 'rival' }, stranger!);
    expect(hidden).toMatchObject([{ kind: 'workspace-access', level: 'block' }]);
    expect(JSON.stringify(hidden)).toBe(
      JSON.stringify(absent).replace('tools/absent', 'tools/secret'),
    );
    expect(await judge(plugin('tools/secret', '1.0.0'))).toMatchObject({ decision: 'allow' });
  });

  it('know whose a plugin is', async () => {
    const expected = {
      all: ['allow', 'allow', 'allow'],
      'svc-and-org': ['allow', 'allow', 'block'],
      'org-only': ['allow', 'block', 'block'],
    };
    for (const [registryScope, decisions] of Object.entries(expected)) {
      await set(workspace, {
        installPolicy: installPolicy({ sourceRestriction: { registryScope } }),
      });
      const found: string[] = [];
      for (const name of ['tools/own', 'official/good', 'rival/thing'])
        found.push((await judge(plugin(name, '1.0.0'))).decision);
      expect({ registryScope, found }).toEqual({ registryScope, found: decisions });
    }
  });

  it('hold back what is too new, and name the version to take instead', async () => {
    await set(org, { installPolicy: installPolicy({ minimumReleaseAge: { days: 3 } }) });
    const tooNew = { decision: 'block', reasons: [{ kind: 'release-age', policyLevels: ['org'] }] };
    const fallbackSource = plugin('tools/own', '1.0.0');
    expect(await judge(plugin('tools/own'))).toMatchObject({ ...tooNew, fallbackSource });
    expect(await judge(plugin('tools/own', '1.1.0'))).toMatchObject({ ...tooNew, fallbackSource });
    expect(await judge(plugin('tools/own', '1.0.0'))).toMatchObject({
      decision: 'allow',
      reasons: [],
      fallbackSource: null,
    });
    const { clock } = server;
    const { now } = clock;
    clock.now = new Date(now.getTime() + 2 * DAY);
    expect(await judge(plugin('tools/own', '2.0.0'))).toMatchObject({ decision: 'allow' });
    clock.now = now;
    await set(org, { installPolicy: installPolicy({ minimumReleaseAge: { days: 300 } }) });
    expect(await judge(plugin('tools/own'))).toMatchObject({ ...tooNew, fallbackSource: null });
  });

  it('warn of findings, and refuse worse ones', async () => {
    const found = (severity: 'HIGH' | 'CRITICAL' | null) =>
      server.host
        .get(unitOfWorkKey)
        .then((units) =>
          units.run((rows) => rows.update(VersionEntity, { semver: '2.0.0' }, { severity })),
        );
    await set(org, {
      installPolicy: installPolicy({
        securityThreshold: { minSeverityToWarn: 'HIGH', minSeverityToBlock: 'CRITICAL' },
      }),
    });
    expect(await judge(plugin('tools/own'))).toMatchObject({ decision: 'allow' });
    await found('HIGH');
    expect(await judge(plugin('tools/own'))).toMatchObject({
      decision: 'warn',
      reasons: [{ kind: 'security-finding', level: 'warn' }],
    });
    await found('CRITICAL');
    expect(await judge(plugin('tools/own'))).toMatchObject({
      decision: 'block',
      reasons: [{ kind: 'security-finding', level: 'block' }],
    });
    await found(null);
  });

  it('hold for an API key where it belongs, and for people in their default organization', async () => {
    const key = async (name: string, location: object) =>
      (await server.invoke(createApiKey, { name, ...location }, admin)).value;
    const [ofWorkspace, ofOrganization] = [
      await key('one', { workspace: 'tools' }),
      await key('all', { org: 'acme' }),
    ];
    await set(workspace, { installPolicy: noGit });
    const decision = async (token: string) =>
      (await judge(git('any/thing'), { workspace: undefined }, token)).decision;
    expect(await decision(ofWorkspace)).toBe('block');
    for (const token of [ofOrganization, member!, stranger!])
      expect(await decision(token)).toBe('allow');
    await set(org, { installPolicy: noGit });
    for (const token of [ofWorkspace, ofOrganization, member!])
      expect(await decision(token)).toBe('block');
    expect(await decision(stranger!)).toBe('allow');
    await expect(
      server.invoke('policy.evaluateInstall', { sources: [git('a/b')] }),
    ).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });

  it('of a project hold for its installs, where the server knows it', async () => {
    await set({ targetType: 'project', targetId: 'tools/site' }, { installPolicy: noGit });
    const decision = async (input: object, token?: string) =>
      (await judge(git('any/thing'), input, token)).decision;
    expect(await decision({ project: 'site' })).toBe('block');
    expect(await decision({ project: 'other' })).toBe('allow');
    expect(await decision({})).toBe('allow');
    // a name that leads into another workspace
    expect(await decision({ workspace: 'rival', project: 'site' }, stranger)).toBe('allow');
  });

  it('say what may be published', async () => {
    await set(org, { publishPolicy: installPolicy({ blockPublicTilePublish: true }) });
    await expect(publish({ name: 'tools/loud' }, admin!)).rejects.toMatchObject({
      code: 'public_publish_blocked',
      status: 403,
      exit: 7,
      message: expect.stringContaining('publish policy of the organization'),
    });
    await expect(publish({ name: 'tools/quiet', private: true }, admin!)).resolves.toMatchObject({
      private: true,
    });
    await expect(publish({ name: 'rival/loud' }, stranger!)).resolves.toMatchObject({
      private: false,
    });
    await clear();
    await expect(publish({ name: 'tools/loud' }, admin!)).resolves.toMatchObject({
      private: false,
    });
  });

  it('prescribe versions to managed projects', async () => {
    const ref = { workspaceId: 'tools' };
    const prescribe = (body: object, token = manager!) =>
      server.invoke('policy.setManagedProject', { ...ref, ...body }, token);
    const manifest = (dependencies: object) => ({ manifest: { dependencies } });
    const view = () => server.invoke(operations.viewManagedProject, ref, member);
    expect(await view()).toEqual({ workspaceId: toolsId, manifest: null, updatedAt: null });
    const wanted = manifest({
      'tools/own': { version: '1.0.0' },
      'rival/thing': { version: '7.7.7' },
      'official/good': { version: 'latest' },
    });
    await prescribe(wanted);
    expect(await view()).toMatchObject({ workspaceId: toolsId, ...wanted });
    const managed = { mode: 'managed' };
    expect(await judge(plugin('tools/own', '2.0.0'), managed)).toMatchObject({
      decision: 'block',
      reasons: [{ kind: 'managed-project-required' }],
    });
    expect(await judge(plugin('rival/thing', '1.0.0'), managed)).toMatchObject({
      decision: 'warn',
      reasons: [{ kind: 'managed-project-unresolved' }],
    });
    for (const allowed of [
      plugin('tools/own', '1.0.0'),
      plugin('official/good', '1.0.0'),
      git('any/thing'),
    ])
      expect(await judge(allowed, managed)).toMatchObject({ decision: 'allow' });
    expect(await judge(plugin('tools/own', '2.0.0'), { mode: 'vendored' })).toMatchObject({
      decision: 'allow',
    });

    for (const field of ['allowUrlSources', 'allowFileSources'])
      for (const value of [true, false, null])
        for (const body of [
          { ...manifest({}), [field]: value },
          { manifest: { dependencies: {}, [field]: value } },
          manifest({ 'tools/own': { version: '1.0.0', [field]: value } }),
          manifest({ [field]: value }),
        ])
          await expect(prescribe(body)).rejects.toMatchObject({
            code: 'invalid_input',
            status: 400,
          });
    for (const wrong of [
      { plugin: { version: '1.0.0' } },
      { 'tools/own': { version: '^1.0.0' } },
      { 'tools/own': {} },
      { '../own': { version: '1.0.0' } },
    ])
      await expect(prescribe(manifest(wrong))).rejects.toMatchObject({ code: 'invalid_input' });
    for (const wrong of [
      {},
      { manifest: null },
      { manifest: [] },
      { manifest: {} },
      { manifest: { dependencies: [] } },
      { manifest: { dependencies: { 'a/b': null } } },
    ])
      await expect(prescribe(wrong)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(prescribe(manifest({}), member)).rejects.toMatchObject({ code: 'denied' });
    await expect(prescribe(manifest({}), stranger)).rejects.toMatchObject({ code: 'not_found' });
    await server.invoke(operations.deleteManagedProject, ref, manager);
    expect(await view()).toMatchObject({ manifest: null });
  });

  it('keep their workspace until they are removed', async () => {
    await server.newWorkspace(admin!, 'empty');
    const target = { targetType: 'workspace', targetId: 'empty' };
    await set(target, {});
    const remove = () => server.invoke(deleteWorkspace, { id: 'empty' }, admin);
    await expect(remove()).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('policies'),
    });
    await server.invoke(operations.deletePolicy, target, admin);
    await remove();
    await expect(set(target, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
