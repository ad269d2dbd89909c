import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { archiveOf } from '../../../hosts/testing/plugin-archive.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { listLaunches, startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { findSkill } from '../../../modules/launch/contract/skill-operations.js';
import { launchesKey } from '../../../modules/launch/contract/launches.js';
import { LaunchRun } from '../../../modules/launch/server/runs/launch-run.entity.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

// without reviews, which evaluations require, nothing has to be judged before it is available
const OWN = ['persistence', 'web', 'identity', 'review', 'eval'];
const modules = (await builtInModules()).filter(({ id }) => !OWN.includes(id));
const text = 'Shows it. Use when it is to be shown.';

describeEachDatabase('launches that are requested', (databases) => {
  let server: IdentityServer;
  let admin: string;
  let outsider: string;

  const publish = async (
    name: string,
    skills: readonly string[],
    { open = true }: { readonly open?: boolean } = {},
  ) => {
    const [plugin = '', version = '1.0.0'] = name.split('@');
    await server.host.invoke(
      publishTile,
      { workspace: 'tools', ...(open && { public: true }) },
      {
        token: admin,
        upload: await archiveOf({
          name: `tools/${plugin}`,
          version,
          private: !open,
          skills: Object.fromEntries(skills.map((skill) => [skill, text])),
        }),
      },
    );
  };

  beforeAll(async () => {
    const env = { SVC_SECRET_KEY: randomBytes(32).toString('base64') };
    server = await startIdentity(databases, { modules, env });
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    outsider = await server.newcomer(admin, { email: 'out@example.com', organization: 'acme' });
    await publish('kitchen', ['tea', 'soup']);
    await publish('kitchen@1.1.0', ['tea']);
    await publish('bar', ['juice', 'wine']);
    await publish('cellar', ['wine']);
    await publish('shed', ['rake'], { open: false });
    await publish('lonely', ['hermit']);
  });
  afterAll(() => server.stop());

  describe('find the skill', () => {
    const find = async (skill: string, token: string | undefined = admin) => {
      const { tile, version, skill: name } = await server.invoke(findSkill, { skill }, token);
      return `${tile}@${version}#${name}`;
    };

    it.each([
      ['tools/tea', 'tools/kitchen@1.1.0#tea'],
      ['tools/tea@1.0.0', 'tools/kitchen@1.0.0#tea'],
      ['tools/kitchen@1.0.0#soup', 'tools/kitchen@1.0.0#soup'],
      ['tools/cellar#wine', 'tools/cellar@1.0.0#wine'],
      ['tools/lonely', 'tools/lonely@1.0.0#hermit'],
    ])('%s', async (reference, found) => {
      expect(await find(reference)).toBe(found);
    });

    it('of one plugin, when several have one of that name', async () => {
      await expect(find('tools/wine')).rejects.toMatchObject({
        code: 'skill_ambiguous',
        message: '"tools/wine" may mean several skills: tools/bar#wine, tools/cellar#wine.',
      });
    });

    it.each(['tools/soup', 'tools/kitchen#cake', 'tools/kitchen@9.9.9#tea', 'other/tea'])(
      'that exists, which %s does not',
      async (reference) => {
        await expect(find(reference)).rejects.toMatchObject({ code: 'not_found' });
      },
    );

    it('of a private plugin for its members only', async () => {
      expect(await find('tools/rake')).toBe('tools/shed@1.0.0#rake');
      for (const reference of ['tools/rake', 'tools/shed#rake'])
        await expect(find(reference, outsider)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('by a reference that is one', async () => {
      await expect(find('tea')).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

  describe('are checked', () => {
    const wanted = { workspace: 'tools', repo: 'acme/shop', agent: 'scripted' };
    const start = (more: object, token = admin) =>
      server.invoke(startLaunch, { ...wanted, skill: 'tools/tea', ...more }, token);

    it('and pinned to a version', async () => {
      expect(await start({ label: 'a', inputs: { leaf: 'x' } })).toMatchObject({
        status: 'queued',
        config: {
          skillRef: 'tools/kitchen@1.1.0#tea',
          repoUrl: 'https://github.com/acme/shop',
          baseBranch: 'main',
          inputNames: ['leaf'],
          triggerSource: 'manual',
        },
        result: null,
        failureReason: null,
      });
    });

    it.each([
      ['the repository', { repo: 'ftp://x/y' }, 'repository_address_invalid'],
      ['credentials in its address', { repo: 'https://u:p@x.y/z' }, 'repository_address_invalid'],
      ['the agent', { agent: 'zed' }, 'agent_not_launchable'],
      ['the key of the agent', { agent: 'claude-code' }, 'agent_key_missing'],
      ['the skill', { skill: 'tools/cake' }, 'not_found'],
      ['a path out of the repository', { skill: 'file:../x' }, 'invalid_input'],
      ['the folder', { cwd: '../x' }, 'invalid_input'],
      ['an input that is no text', { inputs: { leaf: 5 } }, 'invalid_input'],
      ['the environment', { environment: crypto.randomUUID() }, 'not_found'],
    ])('for %s', async (_what, more, code) => {
      await expect(start(more)).rejects.toMatchObject({ code });
    });

    it('for who may see the skill', async () => {
      await server.newWorkspace(admin, 'elsewhere');
      const launch = { ...wanted, workspace: 'elsewhere', skill: 'tools/rake' };
      await expect(server.invoke(startLaunch, launch, outsider)).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('and not begun when the unit of work fails', async () => {
      const services = await server.host.server!.services('launch');
      const before = await services.get(readDatabaseKey).manager.countBy(LaunchRun, {});
      const { data } = await server.invoke(listLaunches, { workspace: 'tools' }, admin);
      expect(data.length).toBeGreaterThan(0);
      const launches = services.get(launchesKey);
      const [prepared] = await launches.prepare([
        {
          input: { ...wanted, skill: 'file:skills/x' },
          workspace: { id: crypto.randomUUID(), name: 'gone', organizationId: crypto.randomUUID() },
          caller: { kind: 'system', id: null, label: 'test' },
          trigger: 'scheduled',
        },
      ]);
      if (prepared?.status !== 'fulfilled') throw prepared?.reason;
      const begin = async () => launches.begin([prepared.value]);
      await expect(services.get(unitOfWorkKey).run(begin)).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await services.get(readDatabaseKey).manager.countBy(LaunchRun, {})).toBe(before);
    });

    it('for an environment that serves another run', async () => {
      const made = { workspace: 'tools', forRun: true, entries: { A: '1' } };
      const { id: environment } = await server.invoke(createEnvironment, made, admin);
      await start({ environment });
      await expect(start({ environment })).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
