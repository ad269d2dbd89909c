import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { pluginFormat } from '../testing/plugin-format.js';
import { TestProject } from '../testing/test-project.js';
import { nameSkills } from './skill-names.js';

let format: PluginFormat;
beforeAll(async () => {
  format = await pluginFormat();
});

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create(format);
});
afterEach(() => project.drop());

const own = (more: object = {}) => project.plugin('own', { name: 'acme/tools', skills: ['review'], ...more });
const warnings = () => project.context.warnings.filter((text) => !text.includes('PATH'));
const link = '.claude/skills/review';

describe('links of skills', () => {
  it('hold in a folder that was moved as a whole, and in a container that has it elsewhere', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    expect(await readlink(join(project.root, link))).toBe('../../.svc/plugins/acme/tools/skills/review');
    await rename(project.root, join(project.base, 'moved'));
    expect(await readFile(join(project.base, 'moved', link, 'SKILL.md'), 'utf8')).toContain('name: review');
  });

  it('lead into the project, never to where the plugin was fetched', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await rm(join(project.base, 'own'), { recursive: true });
    expect(await project.read(`${link}/SKILL.md`)).toContain('name: review');
  });

  it('are one for each skill, however many agents share the folder', async () => {
    await project.install([await own()], { agent: ['codex', 'gemini', 'copilot', 'cursor', 'agents'] });
    const state = await project.state();
    expect(Object.keys(state).filter((path) => path.endsWith('/review') && String(state[path]).startsWith('->'))).toEqual([
      '.agents/skills/review',
    ]);
  });

  it('of an older version are cleaned away, those of a person are not', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await symlink('../../.svc/plugins/acme/tools/skills/review', join(project.root, '.claude/skills/svc__review'));
    await mkdir(join(project.base, 'mine'));
    await symlink('../../../mine', join(project.root, '.claude/skills/mine'));
    await project.install([]);
    expect((await readdir(join(project.root, '.claude/skills'))).sort()).toEqual(['mine', 'review']);
  });

  it('of a folder that leads out of the project are refused', async () => {
    await mkdir(join(project.base, 'shared'));
    await mkdir(join(project.root, '.claude'));
    await symlink(join(project.base, 'shared'), join(project.root, '.claude/skills'));
    await expect(project.install([await own()], { agent: ['claude-code'] })).rejects.toMatchObject({
      code: 'unsafe_path',
      message: expect.stringMatching(/\.claude\/skills: it leads to .*shared/),
    });
    expect(await readdir(join(project.base, 'shared'))).toEqual([]);
  });
});

describe('copies, where the system makes no links', () => {
  beforeEach(() => {
    project.makeLink = () => {
      throw Object.assign(new Error('operation not permitted, symlink'), { code: 'EPERM' });
    };
  });

  it('hold the whole skill, stay as they are, and go with it', async () => {
    await project.install([await own({ files: { 'skills/review/run.sh': '#!/bin/sh\n' } })], { agent: ['claude-code'] });
    expect((await readdir(join(project.root, link))).sort()).toEqual(['SKILL.md', 'run.sh', 'svc-package.json']);
    expect((await project.install([])).written).toEqual([]);
    await project.uninstall('acme/tools');
    expect(Object.keys(await project.state()).filter((path) => path.startsWith('.claude'))).toEqual([]);
  });

  it('follow the skill', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await project.install([await own({ version: '1.1.0' })]);
    expect(await project.read(`${link}/SKILL.md`)).toContain('Text of 1.1.0');
  });

  it('that a person changed stay, with a warning', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await project.write(`${link}/SKILL.md`, 'mine');
    await project.install([await own({ version: '1.1.0' })]);
    expect(await project.read(`${link}/SKILL.md`)).toBe('mine');
    expect(warnings().join()).toContain(`${link} is not a link of svc; it is left as it is`);
  });

  it('give way to links once there are some', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    project.makeLink = undefined;
    await project.install([await own({ version: '1.1.0' })]);
    expect(await readlink(join(project.root, link))).toBe('../../.svc/plugins/acme/tools/skills/review');
  });

  it('are not made when something else is wrong', async () => {
    project.makeLink = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    await expect(project.install([await own()], { agent: ['claude-code'] })).rejects.toMatchObject({ code: 'project_write_failed' });
    expect(Object.keys(await project.state())).toEqual(['.git']);
  });
});

describe('names of links', () => {
  const plugin = (...skills: string[]) => ({
    ...{ version: '1.0.0', source: 'registry', integrity: '', rules: [] },
    skills: skills.map((name) => ({ name, path: `skills/${name}` })),
  });
  const names = (plugins: Record<string, string[]>) =>
    nameSkills(new Map(Object.entries(plugins).map(([name, skills]) => [name, plugin(...skills)])), new Map()).map(
      ({ link: name }) => name,
    );

  it.each([
    ['apart: as they are', { 'a/x': ['one'], 'a/y': ['two'] }, ['one', 'two']],
    ['the same of two plugins: both kept', { 'a/x': ['shadcn'], 'a/y': ['shadcn'] }, ['x-shadcn', 'y-shadcn']],
    ['the same of two publishers: both kept', { 'a/x': ['shadcn'], 'b/x': ['shadcn'] }, ['a-x-shadcn', 'b-x-shadcn']],
    ['one that looks like a longer one', { 'a/x': ['s'], 'a/y': ['s'], 'a/z': ['x-s'] }, ['a-x-s', 'y-s', 'z-x-s']],
    ['alike but for hyphens', { 'a/b-c': ['d'], 'a-b/c': ['d', 'x'] }, ['b-c-d', 'c-d', 'x']],
    [
      'alike in every form with hyphens',
      { 'a-b/c': ['d'], 'a/b-c': ['d'], 'e/c': ['d'], 'e/b-c': ['d'] },
      ['a-b__c__d', 'a__b-c__d', 'e-c-d', 'e-b-c-d'],
    ],
  ])('are unique: %s', (_what, plugins, links) => {
    expect(names(plugins as unknown as Record<string, string[]>)).toEqual(links);
  });
});

describe('skills that an agent will not show', () => {
  const skill = (head: string) => ({ files: { 'skills/review/SKILL.md': `---\nname: review\n${head}\n---\nText\n` } });

  it('are named once, with the reason', async () => {
    const source = await own(skill('description: Use when: it is late'));
    await project.install([source], { agent: ['claude-code', 'codex', 'gemini', 'copilot', 'agents'] });
    expect(warnings().filter((text) => text.includes('not show'))).toEqual([
      'GitHub Copilot CLI will not show the skill "review" of acme/tools: a value in its front matter holds a colon and is not quoted.',
    ]);
    await project.install([]);
    expect(warnings()).toEqual([]);
  });

  it('are told of once, with the name of the agent where one drops them', async () => {
    const colons = () => warnings().filter((text) => text.includes('colon'));
    const source = await own(skill('description: Use when: it is late'));
    await project.install([source], { agent: ['claude-code'] });
    expect(colons()).toEqual([
      'acme/tools: skills/review/SKILL.md: The value of "description" holds a colon and is not quoted: some agents drop the whole skill. Put it in quotes.',
    ]);
    await project.install([await own({ ...skill('description: Use when: it is early'), version: '1.1.0' })], { agent: ['copilot'] });
    expect(colons()).toEqual([expect.stringMatching(/^GitHub Copilot CLI will not show the skill "review"/)]);
  });

  it('are none where everything is in order', async () => {
    await project.install([await own(skill('description: "Use when: it is late"'))], { agent: ['copilot', 'codex'] });
    expect(warnings()).toEqual([]);
  });

  it('may be two of one name, for agents that go by it', async () => {
    const other = await project.plugin('other', { name: 'acme/other', skills: ['review'] });
    await project.install([await own(), other], { agent: ['claude-code', 'codex', 'gemini'] });
    expect(warnings()).toEqual([
      expect.stringMatching(/^acme\/tools and acme\/other each have a skill "review"\..* in Codex, Gemini CLI\.$/),
    ]);
  });
});

describe('an agent with a workspace of its own', () => {
  it('is refused where it has none, and served where it has', async () => {
    const source = await own();
    await expect(project.install([source], { agent: ['openclaw'] })).rejects.toMatchObject({
      code: 'agent_not_set_up',
      message: expect.stringContaining('there is no .openclaw/workspace-state.json'),
      hint: expect.stringContaining('"openclaw"'),
    });
    expect(Object.keys(await project.state())).toEqual(['.git']);
    await project.write('.openclaw/workspace-state.json', '{}');
    await project.install([source], { agent: ['openclaw'] });
    expect((await project.state())['skills/review']).toBe('-> ../.svc/plugins/acme/tools/skills/review');
  });
});

describe('rules for an agent that reads none', () => {
  it('are skipped with one warning', async () => {
    await project.write('.openclaw/workspace-state.json', '{}');
    await project.install([await own({ rules: ['style'] })], { agent: ['openclaw', 'codex'] });
    expect(warnings()).toEqual(['No place for rules is known of: OpenClaw. Those of acme/tools are not written there.']);
    await project.install([]);
    expect(warnings()).toEqual([]);
  });
});

describe('what each of the eleven agents gets', () => {
  const agentsSkill = '.agents/skills/review';
  const reference = ['AGENTS.md'];
  it.each([
    ['claude-code', ['.claude/skills/review', '.mcp.json', 'AGENTS.md', 'CLAUDE.md']],
    ['cursor', [agentsSkill, '.cursor/mcp.json', '.cursor/rules/svc__rule__acme__tools__style.mdc', ...reference]],
    ['gemini', [agentsSkill, '.gemini/settings.json', ...reference, 'GEMINI.md']],
    ['codex', [agentsSkill, '.codex/config.toml', ...reference]],
    ['openhands', ['.openhands/skills/review', ...reference]],
    ['openclaw', [...reference, 'skills/review']],
    ['copilot', [agentsSkill, '.github/mcp.json', ...reference]],
    ['copilot-vscode', [agentsSkill, '.vscode/mcp.json', ...reference]],
    ['antigravity', ['.agents/mcp_config.json', agentsSkill, ...reference]],
    ['agents', [agentsSkill, ...reference]],
    ['svc-agent', [agentsSkill, '.mcp.json', ...reference]],
  ])('%s', async (agent, paths) => {
    const theirs = { 'AGENTS.md': '# Ours\n', '.openclaw/workspace-state.json': '{}' };
    for (const [path, text] of Object.entries(theirs)) await writeFileAt(path, text);
    const before = await project.state();
    const { written } = await project.install([await own({ rules: ['style'] })], { agent: [agent] });
    expect(written.filter((path) => !/^\.svc\/|^svc/.test(path)).sort()).toEqual([...paths].sort());
    await project.uninstall('acme/tools');
    await project.write('svc.json', JSON.stringify({ ...(await project.json('svc.json')), agents: [] }));
    await project.install([]);
    const after = Object.entries(await project.state()).filter(([path]) => !/^\.svc\/|^svc/.test(path));
    expect(Object.fromEntries(after)).toEqual(before);
  });

  async function writeFileAt(path: string, text: string): Promise<void> {
    await mkdir(join(project.root, path, '..'), { recursive: true });
    await writeFile(join(project.root, path), text);
  }
});
