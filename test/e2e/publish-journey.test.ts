import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { newRepository, openRegistryServer, type RegistryServer } from './registry-server.js';

interface Published {
  readonly plugin: string;
  readonly version: string;
  readonly private: boolean;
  readonly unchanged: boolean;
  readonly dryRun: boolean;
  readonly raisedFrom?: string;
}

describeByDayOn('sqlite', 'writing and publishing', (database) => {
  let registry: RegistryServer;
  let plugin: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    plugin = join(registry.program.cwd, 'plugins/tools');
  });

  afterAll(() => registry.close());

  const publish = (...flags: string[]) =>
    registry.json<Published>(['plugin', 'publish', ...flags], plugin);
  const rewrite = (text: string) => writeFile(join(plugin, 'rules/style.md'), text);
  const manifest = async () =>
    JSON.parse(await readFile(join(plugin, '.svc-plugin/plugin.json'), 'utf8')) as Record<
      string,
      unknown
    >;

  it('a plugin is made, checked and packed', async () => {
    const { svc } = registry;
    const wanted = [
      '--name',
      'acme/tools',
      '--summary',
      'Tools.',
      '--skill',
      '--skill-description',
      'Use for tools.',
      '--rules',
      'style',
    ];
    expect(await svc(['plugin', 'new', ...wanted])).toContain('svc plugin publish');
    expect(await svc(['plugin', 'lint'], plugin)).toMatch(/^ok acme\/tools@0\.1\.0: 3 files/m);
    const packed = await svc(['plugin', 'pack'], plugin);
    await rm(join(plugin, 'tools-0.1.0.tgz'));
    expect(await svc(['plugin', 'pack'], plugin)).toBe(packed);
    await rm(join(plugin, 'tools-0.1.0.tgz'));
  });

  it('a dry run publishes nothing, the first publish does, and the same again changes nothing', async () => {
    expect(await publish('--dry-run')).toMatchObject({ dryRun: true, version: '0.1.0' });
    expect(await registry.json(['search', 'tools'])).toMatchObject({ data: [] });
    expect(await publish()).toMatchObject({ version: '0.1.0', private: true, unchanged: false });
    expect(await publish()).toMatchObject({ version: '0.1.0', unchanged: true });
    expect(await publish('--dry-run')).toMatchObject({
      dryRun: true,
      version: '0.1.0',
      unchanged: true,
    });
  });

  it('a dry run does without a server or a sign-in, and says what it could not ask', async () => {
    for (const env of [
      { SVC_URL: 'http://127.0.0.1:1' },
      { SVC_HOME: join(registry.program.home, 'nobody') },
    ]) {
      const { code, stdout, stderr } = await registry.program.run(
        ['plugin', 'publish', '--dry-run'],
        { cwd: plugin, env },
      );
      expect({ code, stdout, stderr }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Would publish acme/tools@0.1.0'),
        stderr: expect.stringContaining('Publishing may raise the version'),
      });
    }
  });

  it('a version that is taken is raised, in the manifest too', async () => {
    await rewrite('Be very brief.\n');
    expect(await publish('--dry-run', '--bump', 'major')).toMatchObject({
      dryRun: true,
      version: '1.0.0',
      raisedFrom: '0.1.0',
    });
    expect(await publish('--dry-run')).toMatchObject({
      dryRun: true,
      version: '0.1.1',
      raisedFrom: '0.1.0',
    });
    expect(await manifest()).toMatchObject({ version: '0.1.0' });
    expect(await publish()).toMatchObject({ version: '0.1.1', raisedFrom: '0.1.0' });
    expect(await manifest()).toMatchObject({ version: '0.1.1' });
    await rewrite('Be brief and kind.\n');
    expect(await publish('--bump', 'minor')).toMatchObject({ version: '0.2.0' });
    await rewrite('Be kind.\n');
    expect(await publish('--bump', 'major')).toMatchObject({ version: '1.0.0' });
  });

  it('going public has to be confirmed', async () => {
    const { program, svc } = registry;
    const asked = await program.run(['plugin', 'publish', '--public', '--json'], { cwd: plugin });
    expect(asked).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(asked.stdout)).toMatchObject({
      error: { code: 'usage', hint: expect.stringContaining('--force') },
    });
    const changed = join(plugin, '.svc-plugin/plugin.json');
    const kept = await readFile(changed, 'utf8');
    await writeFile(changed, kept.replace('"private": true', '"private": false'));
    for (const flags of [['--dry-run'], []]) {
      const { code, stderr } = await program.run(['plugin', 'publish', ...flags], { cwd: plugin });
      expect({ code, stderr }).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('Publish with --public'),
      });
    }
    await writeFile(changed, kept);
    expect(await publish('--public', '--force')).toMatchObject({
      version: '1.0.1',
      private: false,
    });
    expect(await manifest()).toMatchObject({ private: false });
    expect(await svc(['search', 'tools'])).toContain('acme/tools@1.0.1');
  });

  it('a skill is made and published, and its workspace asked for when nothing names it', async () => {
    const { program, svc, json } = registry;
    await svc(['skill', 'new', '--name', 'greet', '--description', 'Use when greeting.']);
    expect(await program.run(['skill', 'publish', 'skills/greet'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--workspace'),
    });
    const outcome = await json([
      'skill',
      'publish',
      'skills/greet',
      '--workspace',
      'acme',
      '--public',
      '--force',
    ]);
    expect(outcome).toMatchObject({ plugin: 'acme/greet', version: '0.1.0', private: false });
    expect(await json(['search', '--type', 'skills', 'greet', 'politely'])).toMatchObject({
      data: [{ plugin: 'acme/greet', name: 'greet' }],
    });
  });

  it('broken plugins are refused by file, line and field, and stay as they are', async () => {
    const path = join(registry.program.cwd, 'skills/greet/SKILL.md');
    const broken = '---\nname: Greet!\ndescription: x\n---\n';
    await writeFile(path, broken);
    const refused = await registry.program.run(['skill', 'publish', 'skills/greet']);
    expect(refused).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('SKILL.md:2 name:'),
    });
    expect(await readFile(path, 'utf8')).toBe(broken);
  });

  it('--install puts a new plugin and a new skill to use at once', async () => {
    const { program, svc, json } = registry;
    const cwd = await newRepository(program, 'fresh');
    await svc(
      ['plugin', 'new', '--name', 'acme/own', '--summary', 'Own.', '--rules', 'style', '--install'],
      cwd,
    );
    await svc(
      [
        'skill',
        'new',
        '--name',
        'wave',
        '--description',
        'Use when waving.',
        '--workspace',
        'acme',
        '--install',
      ],
      cwd,
    );
    expect(await json(['list'], cwd)).toMatchObject({
      plugins: [
        { name: 'acme/own', source: 'file:plugins/own', installed: true, rules: ['style'] },
        { name: 'acme/wave', source: 'file:skills/wave', installed: true, skills: ['wave'] },
      ],
    });
    expect(await readFile(join(cwd, '.claude/skills/wave/SKILL.md'), 'utf8')).toContain(
      'name: wave',
    );
  });
});
