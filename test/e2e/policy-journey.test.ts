import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { GitServer } from '../network/git-server.js';
import {
  changeRows,
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\nText\n`;

describeByDayOn('sqlite', 'install and publish policies', (database) => {
  let registry: RegistryServer;
  let git: GitServer;
  let key: string;
  let repositories = 0;
  let cwd: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc, location } = registry;
    key = await registry.apiKey('owner');
    for (const version of ['1.0.0', '1.1.0']) {
      await writePlugin(join(program.cwd, 'acme/tools'), {
        name: 'acme/tools',
        version,
        private: false,
      });
      await svc(['plugin', 'publish', 'acme/tools']);
    }
    await changeRows(
      location,
      `UPDATE registry_versions SET published_at = '2026-01-01T00:00:00.000Z' WHERE semver = '1.0.0'`,
    );
    git = await GitServer.start();
    for (const name of ['acme/skills', 'acme-evil/skills'])
      await (await git.create(name)).commit({ 'skills/pdf/SKILL.md': skill('pdf') });
  });
  afterAll(async () => {
    await git.close();
    await registry.close();
  });
  beforeEach(async () => {
    await call('DELETE', '/v1/policies/workspace/acme');
    cwd = await newRepository(registry.program, `repo${++repositories}`);
    await linked('acme/site');
  });

  const linked = (name: string) =>
    writeFile(
      join(cwd, 'svc.json'),
      JSON.stringify({ name, mode: 'vendored', agents: ['agents'], dependencies: {} }),
    );
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(registry.server.origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const rules = async (install: object, publish: object = {}) => {
    const [installPolicy, publishPolicy] = [install, publish].map((one) => ({
      version: 1,
      rules: one,
    }));
    expect(
      await call('PUT', '/v1/policies/workspace/acme', { installPolicy, publishPolicy }),
    ).toMatchObject({ status: 200 });
  };
  const run = (args: string[], env: Record<string, string> = {}) =>
    registry.program.run(args, { cwd, env });
  const installed = async () =>
    JSON.parse(await readFile(join(cwd, 'svc.json'), 'utf8')) as { dependencies: object };

  it('have an older version taken instead of one that is too new, and tell so; --strict fails', async () => {
    await rules({ minimumReleaseAge: { days: 3 } });
    const strict = await run(['install', 'acme/tools', '--strict', '--accept-warnings']);
    expect(strict).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(
        /acme\/tools is too new: 1\.1\.0 was published on .*3 days[\s\S]*acme\/tools@1\.0\.0/,
      ),
    });
    const named = await run(['install', 'acme/tools@1.1.0']);
    expect(named).toMatchObject({ code: 8, stderr: expect.stringContaining('acme/tools@1.0.0') });
    expect(await installed()).toMatchObject({ dependencies: {} });
    const fell = await run(['install', 'acme/tools']);
    expect(fell).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1.0.0 is taken instead.'),
    });
    expect(await installed()).toMatchObject({
      dependencies: { 'acme/tools': { version: '1.0.0' } },
    });
    expect(await run(['update', '--yes'])).toMatchObject({ code: 0 });
    expect(await installed()).toMatchObject({
      dependencies: { 'acme/tools': { version: '1.0.0' } },
    });
  });

  it('ask about findings, which --accept-warnings answers, and refuse worse ones whatever is said', async () => {
    await changeRows(
      registry.location,
      `UPDATE registry_versions SET severity = 'HIGH' WHERE semver = '1.1.0'`,
    );
    await rules({ securityThreshold: { minSeverityToWarn: 'MEDIUM' } });
    const asked = await run(['install', 'acme/tools']);
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /acme\/tools: .*severity HIGH.*workspace[\s\S]*--accept-warnings/,
      ),
    });
    expect(await installed()).toMatchObject({ dependencies: {} });
    await rules({ securityThreshold: { minSeverityToBlock: 'HIGH' } });
    const blocked = await run(['install', 'acme/tools', '--accept-warnings', '--json']);
    expect(blocked).toMatchObject({ code: 7, stderr: '' });
    expect(JSON.parse(blocked.stdout)).toMatchObject({
      error: {
        code: 'policy_blocked',
        issues: [{ field: 'acme/tools', message: expect.stringContaining('security-finding') }],
      },
    });
    expect(await installed()).toMatchObject({ dependencies: {} });
    await rules({ securityThreshold: { minSeverityToWarn: 'MEDIUM' } });
    expect(await run(['install', 'acme/tools', '--accept-warnings'])).toMatchObject({ code: 0 });
    expect(await installed()).toMatchObject({
      dependencies: { 'acme/tools': { version: '1.1.0' } },
    });
    await changeRows(registry.location, `UPDATE registry_versions SET severity = NULL`);
  });

  it('let git sources in from their list only, and folders of the own machine always', async () => {
    await rules({
      sourceRestriction: { gitSourceAllowlist: [{ host: `127.0.0.1:${git.port}`, path: 'acme' }] },
    });
    git.requests.length = 0;
    const refused = await run([
      'install',
      git.url('acme-evil/skills'),
      '--yes',
      '--accept-warnings',
    ]);
    expect(git.requests).toEqual([]);
    expect(refused).toMatchObject({
      code: 7,
      stderr: expect.stringContaining(`127.0.0.1:${git.port}/acme only`),
    });
    expect(await run(['install', git.url('acme/skills'), '--yes'])).toMatchObject({ code: 0 });
    await rules({ sourceRestriction: { allowGitSources: false } });
    await writePlugin(join(cwd, 'mine'), { name: 'acme/mine' });
    expect(await run(['install', 'file:mine'])).toMatchObject({ code: 0 });
    expect(Object.keys((await installed()).dependencies)).toEqual(['acme/skills', 'acme/mine']);
  });

  it('are those of where one belongs, in a project that is linked to nothing', async () => {
    await rules({ sourceRestriction: { allowGitSources: false } });
    await linked('site');
    expect(
      await run(['install', git.url('acme/skills'), '--yes'], { SVC_TOKEN: key }),
    ).toMatchObject({ code: 7 });
    expect(await run(['install', git.url('acme/skills'), '--yes'])).toMatchObject({ code: 0 });
  });
});
