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
    await project.install([source], { skill: ['pdf'] });
    expect(await filesOf('local/team-skills')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/pdf/SKILL.md',
      'svc-package.json',
    ]);
  });

  it('gives a root skill and its children each its own files', async () => {
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
      'skills/suite/SKILL.md',
      'skills/suite/guide.md',
      'svc-package.json',
    ]);
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

  it('is refused when two skills have one name, unless others are chosen', async () => {
    const source = await folder('own', {
      'a/review/SKILL.md': skill('review'),
      'b/review/SKILL.md': skill('review'),
      'c/SKILL.md': skill('c'),
    });
    await expect(project.install([source], agents)).rejects.toMatchObject({
      code: 'skills_clash',
      message: expect.stringContaining('in a/review and in b/review') as unknown,
    });
    await expect(project.install([source], { ...agents, skill: ['c'] })).resolves.toMatchObject({
      plugins: [{ skills: ['c'] }],
    });
  });

  it('counts a skill once that agents have copies of', async () => {
    const source = await folder('own', {
      'skills/a/SKILL.md': skill('a'),
      '.claude/skills/a/SKILL.md': skill('a', 'license: copy\n'),
    });
    await project.install([source], agents);
    expect(await project.read('.svc/plugins/local/own/skills/a/SKILL.md')).not.toContain('copy');
  });

  it('leaves out what is no file, waits for no pipe and follows no link out of it', async () => {
    const source = await folder('own', { 'a/SKILL.md': skill('a'), 'secret.txt': 'inside' });
    const root = join(project.base, 'own', 'a');
    await writeFile(join(project.base, 'outside.txt'), 'outside');
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(root, 'pipe')]);
    await symlink('../secret.txt', join(root, 'inside'));
    await symlink('../../outside.txt', join(root, 'outside'));
    await symlink(join(project.base, 'outside.txt'), join(root, 'absolute'));
    await project.install([source], agents);
    expect(await filesOf('local/own')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/a/SKILL.md',
      'skills/a/inside',
      'svc-package.json',
    ]);
    expect(project.context.warnings.join('\n')).toMatch(
      /a\/pipe: Left out: it is neither a file nor a folder/,
    );
  });

  it('never brings .git or node_modules', async () => {
    const source = await folder('own', {
      'SKILL.md': skill('own'),
      '.git/config': 'x',
      'sub/.git': 'x',
      'node_modules/x/SKILL.md': skill('x'),
      'sub/.gitignore': 'x',
    });
    await project.install([source], agents);
    expect(await filesOf('local/own')).toEqual([
      '.svc-plugin/plugin.json',
      'skills/own/SKILL.md',
      'svc-package.json',
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
