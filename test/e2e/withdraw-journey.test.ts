import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

describeByDayOn('postgres', 'taking plugins out of use', (database) => {
  let registry: RegistryServer;
  let repo: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    for (const version of ['1.0.0', '1.1.0']) await release('acme/tools', version);
    repo = await newRepository(registry.program, 'repo');
    await registry.svc(['init', '--agent', 'claude-code'], repo);
    await registry.svc(['install', 'acme/tools@1.0.0'], repo);
  });

  afterAll(() => registry.close());

  const release = async (name: string, version: string, rule = 'Be brief.') => {
    await writePlugin(join(registry.program.cwd, name), {
      name,
      version,
      private: false,
      rule: `${rule} ${version}`,
    });
    await registry.svc(['plugin', 'publish', name]);
  };
  const run = (args: readonly string[], cwd = repo) => registry.program.run(args, { cwd });

  it('archiving is asked about, and keeps a version from being installed anew', async () => {
    const { json } = registry;
    expect(await run(['plugin', 'archive', 'acme/tools@1.1.0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const archived = await json([
      'plugin',
      'archive',
      'acme/tools@1.1.0',
      '--reason',
      'Too loud.',
      '--yes',
    ]);
    expect(archived).toEqual({
      plugin: 'acme/tools',
      version: '1.1.0',
      archivedAt: expect.any(String),
      archivedReason: 'Too loud.',
      latestVersion: '1.0.0',
    });
    const cwd = await newRepository(registry.program, 'newcomer');
    expect(await run(['install', 'acme/tools@1.1.0'], cwd)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('Too loud.'),
    });
    expect(await registry.svc(['install', 'acme/tools'], cwd)).toContain(
      'acme/tools 1.0.0 installed',
    );
  });

  it('a project that has an archived plugin keeps it, with a warning', async () => {
    const { svc, json } = registry;
    expect(await svc(['plugin', 'archive', 'acme/tools', '--reason', 'Use acme/new.', '-y'])).toBe(
      'Archived acme/tools: Use acme/new.\nNothing of acme/tools can be newly installed.\n',
    );
    expect(await json(['search', 'tools'])).toMatchObject({ data: [] });
    await rm(join(repo, '.svc/plugins'), { recursive: true });
    expect(await svc(['install'], repo)).toContain('! acme/tools 1.0.0 is archived: Use acme/new.');
    const withdrawn = [
      { name: 'acme/tools', version: '1.0.0', state: 'archived', reason: 'Use acme/new.' },
    ];
    expect(await json(['outdated'], repo)).toEqual({
      project: repo,
      outdated: [],
      failed: [],
      withdrawn,
    });
    expect(await json(['update', '--yes'], repo)).toMatchObject({ withdrawn });
    const cwd = await newRepository(registry.program, 'late');
    expect(await run(['install', 'acme/tools', '--json'], cwd)).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('plugin_archived'),
    });
    await writePlugin(join(registry.program.cwd, 'acme/tools'), {
      name: 'acme/tools',
      version: '1.2.0',
      private: false,
    });
    const refused = await run(['plugin', 'publish', 'acme/tools'], registry.program.cwd);
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('svc plugin unarchive acme/tools'),
    });
  });

  it('an archived plugin can be restored', async () => {
    const { svc, json } = registry;
    expect(await svc(['plugin', 'unarchive', 'acme/tools@1.1.0'])).toContain(
      'stays archived with its whole plugin: Use acme/new.',
    );
    expect(await svc(['plugin', 'unarchive', 'acme/tools'])).toBe(
      'Restored acme/tools\nThe latest version is 1.1.0.\n',
    );
    expect(await json(['outdated'], repo)).toMatchObject({
      outdated: [{ update: { version: '1.1.0' } }],
      withdrawn: [],
    });
  });

  it('an unpublished version is gone, and is never used again', async () => {
    const { svc, json } = registry;
    expect(await run(['plugin', 'unpublish', 'acme/tools'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--all'),
    });
    expect(await run(['plugin', 'unpublish', 'acme/tools@1.0.0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await svc(['plugin', 'unpublish', 'acme/tools@1.0.0', '--yes'])).toBe(
      'Unpublished acme/tools@1.0.0; its number is never used again.\nThe latest version is 1.1.0.\n',
    );
    await release('acme/tools', '1.0.0', 'Be different.');
    expect(
      JSON.parse(
        await readFile(join(registry.program.cwd, 'acme/tools/.svc-plugin/plugin.json'), 'utf8'),
      ),
    ).toMatchObject({
      version: '1.1.1',
    });
    expect(await json(['outdated'], repo)).toMatchObject({
      withdrawn: [{ version: '1.0.0', state: 'unpublished' }],
    });
    await rm(join(repo, '.svc/plugins'), { recursive: true });
    expect(await run(['install'])).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/acme\/tools@1\.0\.0 was unpublished on /),
    });
    await svc(['update', '--yes'], repo);
    expect(await json(['list'], repo)).toMatchObject({
      plugins: [{ version: '1.1.1', installed: true }],
    });
  });

  it('it takes the role in the workspace', async () => {
    const value = await registry.apiKey('member');
    for (const command of ['archive', 'unpublish']) {
      const args = ['plugin', command, 'acme/tools@1.1.0', '--yes'];
      const refused = await registry.program.run(args, { cwd: repo, env: { SVC_TOKEN: value } });
      expect(refused).toMatchObject({
        code: 7,
        stderr: expect.stringMatching(/role publisher of the workspace.*--role publisher/),
      });
    }
  });
});

describeByDayOn('postgres', 'bringing in what there is', (database) => {
  let registry: RegistryServer;
  beforeAll(async () => {
    registry = await openRegistryServer(database);
  });
  afterAll(() => registry.close());

  it('an older plugin is migrated, published, and found by the package that it describes', async () => {
    const { program, svc, json } = registry;
    const folder = await writePlugin(join(program.cwd, 'older'), { name: 'acme/older' });
    await rm(join(folder, '.svc-plugin'), { recursive: true });
    const tile = {
      name: 'acme/older',
      version: '2.0.0',
      summary: 'Older.',
      private: false,
      describes: 'pkg:npm/express@4.18.2',
      steering: { style: { rules: 'rules/style.md' } },
      skills: { older: { path: 'skills/older/SKILL.md' } },
    };
    await writeFile(join(folder, 'tile.json'), JSON.stringify(tile));
    expect(await program.run(['plugin', 'publish', folder])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('svc plugin migrate'),
    });
    expect(await svc(['plugin', 'migrate', folder])).toContain('remove tile.json');
    expect(await program.run(['plugin', 'migrate', folder])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('--force'),
    });
    await rm(join(folder, 'tile.json'));
    expect(await json(['plugin', 'lint', folder])).toMatchObject({
      plugin: 'acme/older',
      warnings: [],
    });
    expect(await json(['plugin', 'publish', folder])).toMatchObject({
      plugin: 'acme/older',
      version: '2.0.0',
      private: false,
    });
    expect(await json(['search', 'pkg:npm/express'])).toMatchObject({
      data: [{ plugin: 'acme/older' }],
    });
  });
});
