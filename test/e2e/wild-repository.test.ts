import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer } from '../network/git-server.js';
import { openProgram, requireBuild, type Program } from './program.js';

const skill = (name: string, text = 'Text'): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${text}\n`;

const files = {
  'skills/pdf/SKILL.md': skill('pdf'),
  'skills/pdf/scripts/fill.py': 'x',
  // copies for agents, and a skill that only one of their folders has
  '.claude/skills/pdf/SKILL.md': skill('pdf'),
  '.claude/skills/pdf/scripts/fill.py': 'x',
  '.github/skills/triage/SKILL.md': skill('triage'),
  '.github/skills/triage/.github/labels.yml': 'bug',
  // namesakes that differ
  'front/review/SKILL.md': skill('review', 'Front'),
  'back/review/SKILL.md': skill('review', 'Back'),
  // material of evaluations
  'evals/pdf/inputs/one/SKILL.md': skill('sample'),
  // plugins, and one that is broken
  'plugins/own/.svc-plugin/plugin.json': JSON.stringify({
    name: 'acme/own',
    version: '1.0.0',
    description: 'Own',
  }),
  'plugins/own/rules/style.md': '# Style\n',
  'plugins/vendor/.claude-plugin/plugin.json': JSON.stringify({
    name: 'vendor',
    description: 'Vendor',
  }),
  'plugins/vendor/skills/deploy/SKILL.md': skill('deploy'),
  'plugins/broken/.svc-plugin/plugin.json': '{',
  '.claude-plugin/marketplace.json': JSON.stringify({
    name: 'acme',
    plugins: [
      { name: 'vendor', source: './plugins/vendor' },
      { name: 'far', source: { source: 'github', repo: 'acme/far' } },
    ],
  }),
};

interface Change {
  readonly plugins: readonly { readonly name: string; readonly skills: readonly string[] }[];
  readonly offers?: readonly { readonly name: string; readonly withheld: string | null }[];
}

describe('a repository as people keep them', () => {
  let program: Program;
  let server: GitServer;
  let source: string;

  beforeAll(async () => {
    requireBuild();
    program = await openProgram();
    server = await GitServer.start();
    await (await server.create('acme/wild')).commit(files);
    source = server.url('acme/wild');
  });
  afterAll(async () => {
    await server.close();
    await program.close();
  });

  const install = async (...more: readonly string[]): Promise<[Change, string]> => {
    const { code, stdout, stderr } = await program.run(['install', source, ...more, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    return [JSON.parse(stdout) as Change, stderr];
  };

  it('lists what it offers where there is no project', async () => {
    const [{ offers, plugins }] = await install('--list');
    expect(plugins).toEqual([]);
    expect(offers?.map(({ name, withheld }) => [name, withheld])).toEqual([
      ['acme/own', null],
      ['acme-wild/vendor', null],
      ['acme-wild/far', 'it is elsewhere, in git:acme/far'],
      ['back-review', null],
      ['deploy', null],
      ['front-review', null],
      ['pdf', null],
      ['sample', 'it is in a folder called inputs'],
      ['triage', null],
    ]);
    await expect(readFile(join(program.cwd, 'svc.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is installed with everything that is meant for others, and names the rest', async () => {
    const [{ plugins, offers }, stderr] = await install('--yes', '--agent', 'claude-code');
    expect(plugins.map(({ name, skills }) => [name, skills]).sort()).toEqual([
      ['acme-wild/vendor', ['deploy']],
      ['acme/own', []],
      ['acme/wild', ['back-review', 'front-review', 'pdf', 'triage']],
    ]);
    expect(offers?.map(({ name }) => name)).toEqual(['acme-wild/far', 'sample']);
    expect(stderr).toContain('plugins/broken was skipped');
    expect(stderr).toContain('back-review (back/review), front-review (front/review)');
    expect(stderr).toContain('1 plugin and 1 skill');
    const manifest = JSON.parse(await readFile(join(program.cwd, 'svc.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      dependencies: {
        'acme/own': { source: `${source}//plugins/own` },
        'acme-wild/vendor': { source, plugin: 'vendor' },
        'acme/wild': { source },
      },
    });
    const labels = '.claude/skills/triage/.github/labels.yml';
    expect(await readFile(join(program.cwd, labels), 'utf8')).toBe('bug');
  });

  it('adds a skill that is named, also one of a fixture, and takes only one with --only', async () => {
    const [added] = await install('--skill', 'sample');
    expect(added.plugins.find(({ name }) => name === 'acme/wild')?.skills).toContain('sample');
    const [only] = await install('--only', 'pdf');
    expect(only.plugins.find(({ name }) => name === 'acme/wild')?.skills).toEqual(['pdf']);
    const wrong = await program.run(['install', source, '--skill', 'pfd']);
    expect(wrong.stderr).toContain('Did you mean pdf?');
  });
});
