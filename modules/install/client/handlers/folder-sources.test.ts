import { execFileSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../testing/test-project.js';

let project: TestProject;

beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const agents = { agent: ['claude-code'] };
const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n${more}---\n\nText\n`;

/** Writes files beside the repository and answers the source of their folder. */
async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(project.base, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return `file:${join(project.base, name)}`;
}

const filesOf = async (plugin: string): Promise<string[]> => {
  const start = `.svc/plugins/${plugin}/`;
  return Object.keys(await project.state()).flatMap((path) =>
    path.startsWith(start) ? [path.slice(start.length)] : [],
  );
};

describe('a folder without a manifest', () => {
  it('is one skill when a SKILL.md is in it, named by the file too', async () => {
    const source = await folder('pdf tools', {
      'SKILL.md': skill('pdf'),
      'scripts/fill.py': 'x',
      '.env': 'SECRET=1',
    });
    const change = await project.install([`${source}/SKILL.md`], agents);
    expect(change.plugins).toEqual([
      expect.objectContaining({ name: 'local/pdf-tools', version: '0.0.0-local', skills: ['pdf'] }),
    ]);
    expect(await filesOf('local/pdf-tools')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/pdf/SKILL.md',
      'skills/pdf/scripts/fill.py',
      'svc-package.json',
    ]);
  });

  it('is a collection when several are below it, and says nothing of this machine', async () => {
    const source = await folder('team/skills', {
      'pdf/SKILL.md': skill('pdf'),
      'office/xlsx/SKILL.md': skill('xlsx'),
      'internal/x/SKILL.md': skill('x'),
    });
    await project.install([source], { ...agents, skill: ['xlsx'] });
    expect((await project.json('svc.json'))['dependencies']).toEqual({
      'local/team-skills': { source: 'file:../team/skills', include: { skills: ['xlsx'] } },
    });
    expect(JSON.stringify(await project.state())).not.toContain(project.base);
    await project.install([source], { only: ['pdf'] });
    expect(await filesOf('local/team-skills')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/pdf/SKILL.md',
      'svc-package.json',
    ]);
  });

  it('gives a root skill all its files, also those of its children, which are skills too', async () => {
    const source = await folder('suite', {
      'SKILL.md': skill('suite'),
      'guide.md': 'x',
      'skills/pdf/SKILL.md': skill('pdf'),
      'skills/pdf/a.md': 'x',
      '.github/x.yml': 'x',
    });
    await project.install([source], agents);
    expect(await filesOf('local/suite')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/pdf/SKILL.md',
      'skills/pdf/a.md',
      'skills/suite/.github/x.yml',
      'skills/suite/SKILL.md',
      'skills/suite/guide.md',
      'skills/suite/skills/pdf/SKILL.md',
      'skills/suite/skills/pdf/a.md',
      'svc-package.json',
    ]);
  });

  it('lists what it offers, and writes nothing', async () => {
    const source = await folder('team', {
      'a/SKILL.md': skill('a'),
      'evals/a/inputs/x/SKILL.md': skill('x'),
      'plugins/p/.claude-plugin/plugin.json': JSON.stringify({ name: 'p', description: 'Does p' }),
      'plugins/p/skills/s/SKILL.md': skill('s'),
    });
    const before = await project.state();
    const { offers } = await project.install([source], { list: true });
    expect(offers).toEqual([
      expect.objectContaining({
        kind: 'plugin',
        name: 'local-team/p',
        description: 'Does p',
        files: 2,
      }),
      expect.objectContaining({ kind: 'skill', name: 'a', files: 1, withheld: null }),
      expect.objectContaining({ name: 's', path: 'plugins/p/skills/s' }),
      expect.objectContaining({ name: 'x', withheld: 'it is in a folder called inputs' }),
    ]);
    expect(offers?.every(({ bytes }) => bytes !== null && bytes > 0)).toBe(true);
    expect(await project.state()).toEqual(before);
  });

  it('gives each plugin in it an address of its own', async () => {
    const source = await folder('team', {
      'a/SKILL.md': skill('a'),
      'plugins/p/.claude-plugin/plugin.json': JSON.stringify({ name: 'p', description: 'Does p' }),
      'plugins/p/skills/s/SKILL.md': skill('s'),
      'plugins/broken/.svc-plugin/plugin.json': '{',
    });
    const change = await project.install([source], agents);
    expect(change.plugins.map(({ name, skills }) => [name, skills])).toEqual([
      ['local-team/p', ['s']],
      ['local/team', ['a']],
    ]);
    expect((await project.json('svc.json'))['dependencies']).toEqual({
      'local-team/p': { source: 'file:../team/plugins/p' },
      'local/team': { source: 'file:../team' },
    });
    expect(project.context.warnings.join('\n')).toContain('plugins/broken was skipped');
    expect((await project.install([])).written).toEqual([]);
    await expect(project.install([source], { plugin: ['q'] })).rejects.toMatchObject({
      code: 'plugin_unknown',
    });
  });

  it('does not offer what its authors keep to themselves', async () => {
    const source = await folder('own', {
      'a/SKILL.md': skill('a'),
      'b/SKILL.md': skill('b', 'metadata:\n  internal: true\n'),
    });
    expect((await project.install([source], agents)).plugins[0]).toMatchObject({ skills: ['a'] });
  });

  it('with an older manifest is the plugin that it describes', async () => {
    const manifest = {
      name: 'acme/older',
      version: '0.3.0',
      summary: 'Older',
      steering: { style: { rules: 'style.md' } },
    };
    const source = await folder('older', {
      'tile.json': JSON.stringify(manifest),
      'style.md': '# Style\n',
    });
    expect((await project.install([source], agents)).plugins[0]).toMatchObject({
      name: 'acme/older',
      version: '0.3.0',
    });
    expect(await project.read('.svc/RULES.md')).toContain('acme/older — style');
  });

  it('makes names valid, and takes one from the folder where there is none', async () => {
    const source = await folder('own', {
      'x/SKILL.md': skill('Upper_Case Name'),
      'Über Uns/SKILL.md': '---\ndescription: D\n---\nText\n',
      'plain/SKILL.md': 'No front matter.\n',
    });
    const change = await project.install([source], agents);
    expect(change.plugins[0]?.skills).toEqual(['plain', 'uber-uns', 'upper-case-name']);
    expect(project.context.warnings.join('\n')).toMatch(
      /plain\/SKILL\.md: The file must start with front matter/,
    );
  });

  it('counts identical skills once, and tells different ones of one name apart', async () => {
    const source = await folder('own', {
      'a/review/SKILL.md': skill('review'),
      'b/review/SKILL.md': skill('review', 'license: other\n'),
      'copy/review/SKILL.md': skill('review'),
      'c/SKILL.md': skill('c'),
    });
    const change = await project.install([source], agents);
    expect(change.plugins[0]?.skills).toEqual(['a-review', 'b-review', 'c']);
    expect(project.context.warnings.filter((text) => text.includes('same name'))).toEqual([
      expect.stringContaining('a-review (a/review), b-review (b/review)'),
    ]);
    await expect(project.install([source], { only: ['review'] })).rejects.toMatchObject({
      code: 'skill_ambiguous',
      hint: expect.stringContaining('a-review, b-review') as unknown,
    });
    await project.install([source], { only: ['b-review'] });
    expect(await filesOf('local/own')).toContain('skills/b-review/SKILL.md');
  });

  it('counts a skill once that agents have copies of', async () => {
    const source = await folder('own', {
      'skills/a/SKILL.md': skill('a'),
      '.claude/skills/a/SKILL.md': skill('a'),
      '.github/skills/b/SKILL.md': skill('b'),
      '.github/skills/b/notes.md': 'x',
    });
    const change = await project.install([source], agents);
    expect(change.plugins[0]?.skills).toEqual(['a', 'b']);
    expect(await filesOf('local/own')).toContain('skills/b/notes.md');
  });

  it('leaves out what is no file, waits for no pipe and follows no link out of it', async () => {
    const source = await folder('own', { 'a/SKILL.md': skill('a'), 'secret.txt': 'inside' });
    const root = join(project.base, 'own', 'a');
    await writeFile(join(project.base, 'outside.txt'), 'outside');
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(root, 'pipe')]);
    await symlink('../secret.txt', join(root, 'inside'));
    await symlink('../../outside.txt', join(root, 'outside'));
    await symlink(join(project.base, 'outside.txt'), join(root, 'absolute'));
    const change = await project.install([source], agents);
    expect(await filesOf('local/own')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/a/SKILL.md',
      'skills/a/inside',
      'svc-package.json',
    ]);
    expect(change.plugins[0]?.leftOut).toContainEqual({
      what: 'skills/a/pipe',
      why: 'it is neither a file nor a folder',
    });
  });

  it('never brings .git or node_modules, and names the second', async () => {
    const source = await folder('own', {
      'SKILL.md': skill('own'),
      '.git/config': 'x',
      'sub/.git': 'x',
      'node_modules/x/SKILL.md': skill('x'),
      'sub/.gitignore': 'x',
    });
    const change = await project.install([source], agents);
    expect(await filesOf('local/own')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/own/SKILL.md',
      'skills/own/sub/.gitignore',
      'svc-package.json',
    ]);
    expect(change.plugins[0]?.leftOut).toEqual([
      { what: 'skills/own/node_modules/', why: 'installed packages are not copied' },
    ]);
  });

  it('is taken as it is now when it is named again, and as the lock says otherwise', async () => {
    const source = await folder('own', { 'a/SKILL.md': skill('a') });
    await project.install([source], agents);
    await cp(join(project.base, 'own/a'), join(project.base, 'own/b'), { recursive: true });
    await writeFile(join(project.base, 'own/b/SKILL.md'), skill('b'));
    expect((await project.install([])).written).toEqual([]);
    expect((await project.install([source])).plugins[0]).toMatchObject({
      action: 'updated',
      skills: ['a', 'b'],
    });
  });
});
