import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ask, SvcError } from 'svc-registry/kernel';
import * as commands from '../../contract/plugin-commands.js';
import type { PublishTileInput } from '../../contract/tile-inputs.js';
import { manifest, Scratch, skill } from '../testing/scratch.js';

const manifestText =
  '{\n\t"name": "acme/tools",\n\t"version": "1.0.0", "description": "Tools.",\n\t"x-own":  [1,2]\n}\n';
const scratch = new Scratch();
const publish = (input = {}) => scratch.invoke(commands.publishPlugin, input);
const taken = (...versions: string[]): void =>
  void scratch.shelf.set('acme/tools', new Map(versions.map((version) => [version, 'other'])));

describe('plugin publish', () => {
  beforeEach(() => scratch.write({ [manifest]: manifestText }));

  it('publishes and notes what is left to modules that are not loaded', async () => {
    await scratch.write({ 'rules/a.md': 'A' });
    const outcome = await publish();
    expect(outcome).toMatchObject({
      plugin: 'acme/tools',
      version: '1.0.0',
      private: true,
      unchanged: false,
      files: [manifest, 'rules/a.md'],
    });
    expect(scratch.host.notes).toEqual([
      `No commit was recorded: ${scratch.cwd} is in no commit of a git repository.`,
      'There is no folder evals/. No score was requested: no reviewer is set up.',
    ]);
    expect(await scratch.read(manifest)).toBe(manifestText);
  });

  it('publishes evaluations along, says so, and leaves them out when asked to', async () => {
    await scratch.write({
      'SKILL.md': skill,
      'evals/one/task.md': 'Do.',
      'evals/one/criteria.json': '{}',
      'docs/evals/x.md': 'x',
    });
    const evals = ['evals/one/criteria.json', 'evals/one/task.md'];
    const { files } = await publish();
    expect(files).toEqual(expect.arrayContaining(evals));
    expect(scratch.host.notes).toContain(
      'The folder evals/ was included: 2 files. No score was requested: no reviewer is set up.',
    );
    const left = files.filter((path) => !evals.includes(path));
    expect(left).toContain('docs/evals/x.md');
    for (const without of [commands.publishPlugin, commands.publishSkill]) {
      await scratch.write({ 'rules/a.md': without.id });
      const outcome = await scratch.invoke(without, { skipEvals: true });
      expect(outcome.files.filter((path) => path !== 'rules/a.md')).toEqual(left);
    }
    for (const tool of [commands.publishPluginTool, commands.publishSkillTool]) {
      await scratch.write({ 'rules/a.md': tool.id });
      const outcome = await scratch.invoke(tool, {});
      expect(outcome.files.filter((path) => path !== 'rules/a.md')).toEqual(left);
    }
    const note = 'The folder evals/ was left out. No score was requested: no reviewer is set up.';
    expect(scratch.host.notes.filter((each) => each === note)).toHaveLength(4);
  });

  it('sends the commit that the folder stands at, and says so when there is none to send', async () => {
    const sent: object[] = [];
    await scratch.restart({ sent: sent as PublishTileInput[] });
    await scratch.write({ 'rules/a.md': 'A' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.test', ...args], {
        cwd: scratch.cwd,
      });
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      git(...args);
    const commit = git('rev-parse', 'HEAD').toString().trim();
    await publish({ skipEvals: true });
    expect(scratch.host.notes).toEqual([
      'There is no folder evals/. No score was requested: no reviewer is set up.',
    ]);
    await scratch.write({ 'rules/a.md': 'B', [manifest]: manifestText.replace('1.0.0', '1.1.0') });
    await publish({ skipEvals: true });
    expect(sent).toEqual([{ workspace: 'acme', commit }, { workspace: 'acme' }]);
    expect(scratch.host.notes).toContain(
      `No commit was recorded: ${scratch.cwd} has uncommitted changes.`,
    );
  });

  it('raises a version that is taken and rewrites only that in the manifest', async () => {
    taken('1.0.0', '1.0.4');
    expect(await publish()).toMatchObject({
      version: '1.0.5',
      raisedFrom: '1.0.0',
    });
    expect(await scratch.read(manifest)).toBe(manifestText.replace('1.0.0', '1.0.5'));
  });

  it('changes nothing when the same content is published again', async () => {
    await publish();
    expect(await publish()).toMatchObject({
      version: '1.0.0',
      unchanged: true,
    });
    expect([...(scratch.shelf.get('acme/tools') ?? [])]).toHaveLength(1);
  });

  it('gives up after five retries and leaves the manifest as it was', async () => {
    const greedy = {
      has: () => true,
      get: () => 'other',
      set: () => greedy,
      keys: () => ['1.0.0'].values(),
    };
    scratch.shelf.set('acme/tools', greedy as unknown as Map<string, string>);
    await expect(publish()).rejects.toMatchObject({
      code: 'version_exists',
    });
    expect(scratch.host.notes).toHaveLength(5);
    expect(await scratch.read(manifest)).toBe(manifestText);
  });

  it('publishes and writes nothing in a dry run', async () => {
    expect(await publish({ dryRun: true, public: true })).toMatchObject({
      dryRun: true,
      private: false,
    });
    expect(scratch.shelf.size).toBe(0);
    expect(await scratch.read(manifest)).toBe(manifestText);
  });

  it('announces in a dry run the version that publishing would make', async () => {
    taken('1.0.0', '1.3.0');
    const dryRun = true;
    expect(await publish({ dryRun })).toMatchObject({
      version: '1.3.1',
      raisedFrom: '1.0.0',
    });
    expect(await publish({ dryRun, bump: 'major' })).toMatchObject({
      version: '2.0.0',
    });
    expect(await scratch.read(manifest)).toBe(manifestText);
    const published = await publish();
    expect(published).toMatchObject({ version: '1.3.1', raisedFrom: '1.0.0' });
    expect(await publish({ dryRun })).toMatchObject({
      version: '1.3.1',
      unchanged: true,
    });
    expect([...scratch.shelf.get('acme/tools')!.keys()]).toEqual(['1.0.0', '1.3.0', '1.3.1']);
  });

  it('goes public only when that is confirmed, and then says so in the manifest', async () => {
    await expect(publish({ public: true })).rejects.toMatchObject({
      exit: 2,
    });
    expect(scratch.shelf.size).toBe(0);
    expect(await publish({ public: true, force: true })).toMatchObject({
      private: false,
    });
    expect(JSON.parse(await scratch.read(manifest))).toMatchObject({ private: false });
  });

  it('publishes nothing when the person says no', async () => {
    const no: Partial<Ask> = { interactive: true, confirm: () => Promise.resolve(false) };
    await scratch.restart({ ask: no as Ask });
    await expect(publish({ public: true })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(scratch.shelf.size).toBe(0);
  });

  it.each([{ withScenarioQualityCheck: true }, { evalScenarios: 'evals' }])(
    'says what is missing for %j',
    async (input) => {
      await expect(publish(input)).rejects.toMatchObject({
        exit: 6,
        code: 'publish_option_unserved',
      });
    },
  );

  it('refuses another workspace than the manifest names', async () => {
    await expect(publish({ workspace: 'other' })).rejects.toMatchObject({
      code: 'workspace_mismatch',
    });
  });

  it('never overwrites a corrupt manifest', async () => {
    const corrupt = manifestText.slice(0, -3);
    await scratch.write({ [manifest]: corrupt });
    await expect(publish({ public: true, force: true })).rejects.toMatchObject({
      code: 'plugin_invalid',
      issues: [{ file: manifest, line: 4 }],
    });
    expect(await scratch.read(manifest)).toBe(corrupt);
  });
});

describe('symbolic links', () => {
  beforeEach(async () => {
    await mkdir(join(scratch.cwd, '.git'));
    await scratch.write({
      [`p/${manifest}`]: manifestText,
      'shared/a.md': 'A',
      'p/docs/b.md': 'B',
      'p/.env': 'SECRET=1',
    });
  });

  it('inside the plugin are shipped as copies', async () => {
    await symlink('docs/b.md', join(scratch.cwd, 'p/c.md'));
    expect((await publish({ path: 'p' })).files).toEqual([manifest, 'c.md', 'docs/b.md']);
  });

  it('out of the plugin are refused by name, and followed within the repository when asked for', async () => {
    await symlink('../../shared', join(scratch.cwd, 'p/docs/shared'));
    const refusal = { code: 'plugin_invalid', issues: [{ file: 'docs/shared' }] };
    await expect(publish({ path: 'p' })).rejects.toMatchObject(refusal);
    const { files } = await publish({
      path: 'p',
      resolveSymlinks: true,
    });
    expect(files).toEqual([manifest, 'docs/b.md', 'docs/shared/a.md']);
  });

  it.each([
    ['out of the repository', '/etc/hosts'],
    ['to what never ships', '.env'],
    ['to nothing', 'nowhere'],
    ['in a circle', '.'],
  ])('%s are always refused', async (_, target) => {
    await symlink(target, join(scratch.cwd, 'p/link.md'));
    const refusal = { code: 'plugin_invalid', issues: [{ file: 'link.md' }] };
    await expect(publish({ path: 'p', resolveSymlinks: true })).rejects.toMatchObject(refusal);
  });
});

describe('plugin lint and pack', () => {
  it('leaves ignored files out and does not look into ignored folders', async () => {
    await scratch.write({
      [manifest]: manifestText,
      '.svcignore': 'drafts/\n',
      'drafts/x.md': 'x',
      'node_modules/a/b.js': '',
      'AGENTS.md': 'x',
    });
    expect(await scratch.invoke(commands.lintPlugin, {})).toMatchObject({
      plugin: 'acme/tools',
      files: 2,
      warnings: [],
    });
  });

  // macOS has no such names
  (process.platform === 'darwin' ? it.skip : it)(
    'names a file whose name is not UTF-8',
    async () => {
      await scratch.write({ [manifest]: manifestText });
      const name = Buffer.concat([Buffer.from(`${scratch.cwd}/bad`), Buffer.from([0xff])]);
      await writeFile(name, 'x');
      await expect(scratch.invoke(commands.lintPlugin, {})).rejects.toMatchObject({
        code: 'plugin_invalid',
        issues: [{ file: 'bad\uFFFD', message: 'Its name is not in UTF-8: rename it.' }],
      });
      await rm(name);
    },
  );

  it('packs the same bytes twice, and lints what it packed', async () => {
    await scratch.write({ [manifest]: manifestText, 'rules/a.md': 'A' });
    const first = await scratch.invoke(commands.packPlugin, {});
    const bytes = await readFile(first.path);
    expect(first.path).toBe(join(scratch.cwd, 'tools-1.0.0.tgz'));
    const second = await scratch.invoke(commands.packPlugin, { output: 'again.tgz' });
    expect((await readFile(second.path)).equals(bytes)).toBe(true);
    expect(await scratch.invoke(commands.lintPlugin, { source: 'again.tgz' })).toMatchObject({
      plugin: 'acme/tools',
      files: 2,
    });
  });

  it('says what is missing where there is no plugin', async () => {
    await expect(scratch.invoke(commands.lintPlugin, {})).rejects.toMatchObject({
      code: 'plugin_missing',
      exit: 4,
    });
    await expect(scratch.invoke(commands.lintPlugin, { source: 'gone' })).rejects.toMatchObject({
      code: 'plugin_missing',
      exit: 4,
    });
  });
});

describe('skills', () => {
  it('without a manifest are linted, and get one on publishing', async () => {
    await scratch.write({ 's/SKILL.md': skill });
    expect(await scratch.invoke(commands.lintSkill, { source: 's/SKILL.md' })).toMatchObject({
      plugin: null,
      files: 2,
    });
    await expect(scratch.invoke(commands.publishSkill, { path: 's' })).rejects.toMatchObject({
      exit: 2,
    });
    expect(await readdir(join(scratch.cwd, 's'))).toEqual(['SKILL.md']);
    const outcome = await scratch.invoke(commands.publishSkill, { path: 's', workspace: 'acme' });
    expect(outcome).toMatchObject({ plugin: 'acme/greet', version: '0.1.0', private: true });
    expect(JSON.parse(await scratch.read(`s/${manifest}`))).toEqual({
      name: 'acme/greet',
      version: '0.1.0',
      description: 'Use when greeting someone.',
      private: true,
      skills: ['./'],
    });
  });

  it('with a manifest are published to the workspace that it names', async () => {
    await scratch.write({ [manifest]: manifestText, 'SKILL.md': skill });
    expect(await scratch.invoke(commands.publishSkill, { workspace: 'other' })).toMatchObject({
      plugin: 'acme/tools',
    });
  });

  it('that break a rule are not published and get no manifest', async () => {
    await scratch.write({ 's/SKILL.md': skill.replace('greet', 'Greet!') });
    const refusal = {
      code: 'plugin_invalid',
      issues: [{ file: 'SKILL.md', line: 2, field: 'name' }],
    };
    await expect(
      scratch.invoke(commands.publishSkill, { path: 's', workspace: 'acme' }),
    ).rejects.toMatchObject(refusal);
    expect(await readdir(join(scratch.cwd, 's'))).toEqual(['SKILL.md']);
  });

  it('named skill.md are refused with the right name', async () => {
    await scratch.write({ 's/skill.md': skill });
    await expect(scratch.invoke(commands.lintSkill, { source: 's' })).rejects.toMatchObject({
      issues: [
        { message: expect.stringContaining('must be named "SKILL.md" in capitals') as unknown },
      ],
    });
  });

  it('are created with and without a manifest', async () => {
    const plain = await scratch.invoke(commands.newSkill, {
      name: 'greet',
      description: 'Use when: greeting',
    });
    expect(plain).toEqual({
      path: join(scratch.cwd, 'skills/greet'),
      plugin: null,
      files: ['SKILL.md'],
    });
    expect(await scratch.invoke(commands.lintSkill, { source: 'skills/greet' })).toMatchObject({
      warnings: [],
    });
    const owned = await scratch.invoke(commands.newSkill, {
      name: 'part',
      description: 'Use when parting',
      workspace: 'acme',
      public: true,
    });
    expect(owned).toMatchObject({ plugin: 'acme/part', files: [manifest, 'SKILL.md'] });
  });
});

describe('plugin new', () => {
  const input = {
    name: 'acme/tools',
    summary: 'Tools.',
    skill: true,
    skillDescription: 'Use when needed.',
    rules: 'style',
  };

  it('creates a plugin that can be published immediately', async () => {
    const created = await scratch.invoke(commands.newPlugin, input);
    expect(created).toEqual({
      path: join(scratch.cwd, 'plugins/tools'),
      plugin: 'acme/tools',
      files: [manifest, 'rules/style.md', 'skills/tools/SKILL.md'],
    });
    expect(await scratch.invoke(commands.lintPlugin, { source: 'plugins/tools' })).toMatchObject({
      warnings: [],
    });
  });

  it('leaves a folder with something in it alone', async () => {
    await scratch.write({ 'plugins/tools/notes.txt': 'mine' });
    await expect(scratch.invoke(commands.newPlugin, input)).rejects.toMatchObject({
      code: 'target_exists',
      exit: 5,
    });
    expect(await readdir(join(scratch.cwd, 'plugins'))).toEqual(['tools']);
  });

  it.each(['nowhere', 'empty', 'tools'])(
    'leaves a link in its place alone, one to "%s"',
    async (target) => {
      await mkdir(join(scratch.cwd, 'plugins/empty'), { recursive: true });
      await symlink(target, join(scratch.cwd, 'plugins/tools'));
      await expect(scratch.invoke(commands.newPlugin, input)).rejects.toMatchObject({
        code: 'target_exists',
        exit: 5,
      });
      expect(await readdir(join(scratch.cwd, 'plugins'))).toEqual(['empty', 'tools']);
    },
  );

  it.each([
    [{ name: 'acme/tools', summary: 'x' }, /--skill, --skill-name or --rules/],
    [{ name: 'tools', summary: 'x', rules: 'a' }, /<workspace>\/<plugin-name>/],
    [{ name: 'acme/tools', summary: 'x', workspace: 'other', rules: 'a' }, /"acme".*"other"/],
    [{ name: 'acme/tools', rules: 'a' }, /--summary/],
    [{ name: 'acme/tools', summary: 'x', skill: true }, /--skill-description/],
  ])('asks for what is missing: %j', async (given, message) => {
    const refusal = await scratch.invoke(commands.newPlugin, given).then(
      () => undefined,
      (error: unknown) => error as SvcError,
    );
    expect(refusal).toMatchObject({ exit: 2 });
    expect(`${refusal?.message ?? ''} ${refusal?.hint ?? ''}`).toMatch(message);
    expect(await readdir(scratch.cwd)).toEqual([]);
  });

  it('as a tool takes a rule by name or as an object', async () => {
    const tool = { name: 'acme/a', summary: 'A.' };
    await scratch.invoke('registry.newPluginTool', { ...tool, rules: 'style' });
    await scratch.invoke('registry.newPluginTool', {
      ...tool,
      name: 'acme/b',
      rules: { name: 'style', description: 'Be brief.' },
      isPrivate: false,
    });
    expect(await scratch.read('plugins/b/rules/style.md')).toBe('# style\n\nBe brief.\n');
    expect(JSON.parse(await scratch.read(`plugins/b/${manifest}`))).toMatchObject({
      private: false,
    });
    await expect(scratch.invoke('registry.newPluginTool', tool)).rejects.toMatchObject({
      code: 'invalid_input',
      exit: 3,
    });
  });

  it('says that nothing can be installed without the module for it', async () => {
    await expect(
      scratch.invoke(commands.newPlugin, { ...input, install: true }),
    ).rejects.toMatchObject({ exit: 6 });
  });
});
