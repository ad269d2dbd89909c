import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { nameSkills } from './skill-names.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const own = (more: object = {}) =>
  project.plugin('own', { name: 'acme/tools', skills: ['review'], ...more });
const warnings = () => project.context.warnings.filter((text) => !text.includes('PATH'));
const link = '.claude/skills/review';

/** Simulates a system that cannot make links. */
function failLinksWith(code: string): void {
  project.fault = (point) => {
    if (point === 'install.link') throw Object.assign(new Error('no link'), { code });
  };
}

describe('links of skills', () => {
  it('hold in a folder that was moved as a whole, and in a container that has it elsewhere', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    expect(await readlink(join(project.root, link))).toBe(
      '../../.svc/plugins/acme/tools/skills/review',
    );
    await rename(project.root, join(project.base, 'moved'));
    expect(await readFile(join(project.base, 'moved', link, 'SKILL.md'), 'utf8')).toContain(
      'name: review',
    );
  });

  it('lead into the project, never to where the plugin was fetched', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await rm(join(project.base, 'own'), { recursive: true });
    expect(await project.read(`${link}/SKILL.md`)).toContain('name: review');
  });

  it('are one for each skill, however many agents share the folder', async () => {
    await project.install([await own()], {
      agent: ['codex', 'gemini', 'copilot', 'cursor', 'agents'],
    });
    const state = await project.state();
    expect(
      Object.keys(state).filter(
        (path) => path.endsWith('/review') && String(state[path]).startsWith('->'),
      ),
    ).toEqual(['.agents/skills/review']);
  });

  it('of an older version are cleaned away, those of a person are not', async () => {
    await project.install([await own()], { agent: ['claude-code'] });
    await symlink(
      '../../.svc/plugins/acme/tools/skills/review',
      join(project.root, '.claude/skills/svc__review'),
    );
    await mkdir(join(project.base, 'mine'));
    await symlink('../../../mine', join(project.root, '.claude/skills/mine'));
    await project.install([]);
    expect((await readdir(join(project.root, '.claude/skills'))).sort()).toEqual([
      'mine',
      'review',
    ]);
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
    failLinksWith('EPERM');
  });

  it('hold the whole skill, stay as they are, and go with it', async () => {
    await project.install([await own({ files: { 'skills/review/run.sh': '#!/bin/sh\n' } })], {
      agent: ['claude-code'],
    });
    expect((await readdir(join(project.root, link))).sort()).toEqual([
      'SKILL.md',
      'run.sh',
      'svc-package.json',
    ]);
    expect((await project.install([])).written).toEqual([]);
    await project.uninstall('acme/tools');
    expect(Object.keys(await project.state()).filter((path) => path.startsWith('.claude'))).toEqual(
      [],
    );
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
    project.fault = undefined;
    await project.install([await own({ version: '1.1.0' })]);
    expect(await readlink(join(project.root, link))).toBe(
      '../../.svc/plugins/acme/tools/skills/review',
    );
  });

  it('are not made when something else is wrong', async () => {
    failLinksWith('ENOSPC');
    await expect(project.install([await own()], { agent: ['claude-code'] })).rejects.toMatchObject({
      code: 'project_write_failed',
    });
    expect(Object.keys(await project.state())).toEqual(['.git']);
  });
});

describe('names of links', () => {
  const plugin = (...skills: string[]) => ({
    version: '1.0.0',
    source: 'registry',
    integrity: '',
    rules: [],
    skills: skills.map((name) => ({ name, path: `skills/${name}` })),
  });
  const names = (plugins: Record<string, string[]>) =>
    nameSkills(
      new Map(Object.entries(plugins).map(([name, skills]) => [name, plugin(...skills)])),
      new Map(),
    ).map(({ link: name }) => name);

  it.each([
    ['apart: as they are', { 'a/x': ['one'], 'a/y': ['two'] }, ['one', 'two']],
    [
      'the same of two plugins: both kept',
      { 'a/x': ['shadcn'], 'a/y': ['shadcn'] },
      ['x-shadcn', 'y-shadcn'],
    ],
    [
      'the same of two publishers: both kept',
      { 'a/x': ['shadcn'], 'b/x': ['shadcn'] },
      ['a-x-shadcn', 'b-x-shadcn'],
    ],
    [
      'one that looks like a longer one',
      { 'a/x': ['s'], 'a/y': ['s'], 'a/z': ['x-s'] },
      ['a-x-s', 'y-s', 'z-x-s'],
    ],
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
  const skill = (head: string) => ({
    files: { 'skills/review/SKILL.md': `---\nname: review\n${head}\n---\nText\n` },
  });

  it('are named once, with the reason', async () => {
    const source = await own(skill('description: Use when: it is late'));
    await project.install([source], {
      agent: ['claude-code', 'codex', 'gemini', 'copilot', 'agents'],
    });
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
    await project.install(
      [await own({ ...skill('description: Use when: it is early'), version: '1.1.0' })],
      { agent: ['copilot'] },
    );
    expect(colons()).toEqual([
      expect.stringMatching(/^GitHub Copilot CLI will not show the skill "review"/),
    ]);
  });

  it('are none where everything is in order', async () => {
    await project.install([await own(skill('description: "Use when: it is late"'))], {
      agent: ['copilot', 'codex'],
    });
    expect(warnings()).toEqual([]);
  });

  it('may be two of one name, for agents that go by it', async () => {
    const other = await project.plugin('other', { name: 'acme/other', skills: ['review'] });
    await project.install([await own(), other], { agent: ['claude-code', 'codex', 'gemini'] });
    expect(warnings()).toEqual([
      expect.stringMatching(
        /^acme\/tools and acme\/other each have a skill "review": they are linked as tools-review and other-review\..* in Codex, Gemini CLI\.$/,
      ),
    ]);
  });

  it('have names of their own on disk, which is told for every agent', async () => {
    const other = await project.plugin('other', { name: 'acme/other', skills: ['review'] });
    await project.install([await own(), other], { agent: ['claude-code'] });
    expect(warnings()).toEqual([
      'acme/tools and acme/other each have a skill "review": they are linked as tools-review and other-review.',
    ]);
  });
});

describe('skills of people that have the name of a plugin’s', () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Mine.\n---\nMine\n`;
  const atHome = async (path: string, name: string) => {
    await mkdir(join(project.home, path), { recursive: true });
    await writeFile(join(project.home, path, 'SKILL.md'), skill(name));
  };
  const mine = (path: string) => join(project.home, path);

  it('hide it in Claude Code when they are the user’s, by the name of the folder', async () => {
    await atHome('.claude/skills/review', 'another');
    await atHome('.claude/skills/another', 'review');
    await project.install([await own()], { agent: ['claude-code'] });
    expect(warnings()).toEqual([
      `${mine('.claude/skills/review')} hides the skill "review" of acme/tools in Claude Code: they have one name. Rename the one that is not the plugin's.`,
    ]);
    await project.install([]);
    expect(warnings()).toEqual([]);
  });

  it('are hidden in Gemini CLI, and shown as well in Codex: each is reported once', async () => {
    await atHome('.agents/skills/mine', 'review');
    await project.install([await own()], {
      agent: ['gemini', 'copilot', 'codex', 'cursor', 'antigravity', 'svc-agent'],
    });
    const path = mine('.agents/skills/mine');
    expect(warnings()).toEqual([
      `The skill "review" of acme/tools hides ${path} in Gemini CLI, GitHub Copilot CLI: they have one name.`,
      `Codex shows the skill "review" twice: that of acme/tools, and ${path}.`,
    ]);
  });

  it('may stand in the project, where a stronger folder wins', async () => {
    await project.write('.github/skills/review/SKILL.md', skill('review'));
    await project.write('.gemini/skills/review/SKILL.md', skill('review'));
    await project.install([await own()], { agent: ['gemini', 'copilot'] });
    expect(warnings()).toEqual([
      'The skill "review" of acme/tools hides .gemini/skills/review in Gemini CLI: they have one name.',
      expect.stringMatching(
        /^\.github\/skills\/review hides the skill "review" of acme\/tools in GitHub Copilot CLI:/,
      ),
    ]);
  });

  it('are looked for where the user has moved them', async () => {
    await atHome('else/skills/review', 'review');
    project.context = testContext(project.root, {
      env: { HOME: project.home, CLAUDE_CONFIG_DIR: mine('else') },
    });
    await project.install([await own()], { agent: ['claude-code'] });
    expect(warnings()).toEqual([expect.stringContaining(`${mine('else/skills/review')} hides`)]);
  });

  it('are not those that svc has linked or copied itself', async () => {
    await project.install([await own()], { agent: ['claude-code', 'cursor', 'copilot'] });
    expect(warnings()).toEqual([]);
    failLinksWith('EPERM');
    await project.install([await own({ version: '1.1.0' })]);
    await rm(join(project.root, '.claude/skills'), { recursive: true });
    await project.install([await own({ version: '1.2.0' })]);
    expect(warnings()).toEqual([]);
  });

  it('count where the user has the same plugin too', async () => {
    await project.install([await own()], { agent: ['claude-code'], global: true });
    expect(warnings()).toEqual([]);
    await project.install([await own()], { agent: ['claude-code'] });
    expect(warnings()).toEqual([expect.stringContaining(`${mine('.claude/skills/review')} hides`)]);
  });

  it('are named up to five times', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const name of names) await atHome(`.claude/skills/${name}`, name);
    await project.install([await own({ skills: names })], { agent: ['claude-code'] });
    expect(warnings()).toHaveLength(6);
    expect(warnings()[5]).toBe('2 more skills have the name of another one.');
  });

  it.each([
    ['a folder', (path: string) => mkdir(join(path, 'SKILL.md'), { recursive: true })],
    [
      'no front matter',
      (path: string) =>
        mkdir(path, { recursive: true }).then(() =>
          writeFile(join(path, 'SKILL.md'), 'name: review'),
        ),
    ],
    [
      'a link to nowhere',
      (path: string) =>
        mkdir(path, { recursive: true }).then(() => symlink('nowhere', join(path, 'SKILL.md'))),
    ],
  ])('are none where there is %s', async (_what, make) => {
    await make(mine('.codex/skills/other'));
    await project.install([await own()], { agent: ['codex'] });
    expect(warnings()).toEqual([]);
  });
});

describe('rules for agents whose file nobody makes', () => {
  const next = async (agent: string[], more = {}) =>
    (await project.install([await own({ rules: ['style'], ...more })], { agent })).nextSteps.filter(
      (step) => step.includes('AGENTS.md'),
    );

  it('do not reach them, and one sentence says what to do', async () => {
    expect(await next(['codex', 'openhands', 'gemini', 'claude-code'])).toEqual([
      `Codex, OpenHands cannot read the rules of plugins: there is no AGENTS.md in ${project.root}, and svc does not create one without asking. Create it (it may be empty) and run \`svc install\`, or run \`svc init\` in a terminal, which offers to create it.`,
    ]);
    await project.write('AGENTS.md', '');
    expect((await project.install([])).nextSteps.join()).not.toContain('AGENTS.md');
    expect(await project.read('AGENTS.md')).toContain('@.svc/RULES.md');
  });

  it('reach Copilot by the file of another agent', async () => {
    expect(await next(['copilot', 'gemini'])).toEqual([]);
  });

  it('are no matter where there are none', async () => {
    expect(await next(['codex'], { rules: [] })).toEqual([]);
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
    expect((await project.state())['skills/review']).toBe(
      '-> ../.svc/plugins/acme/tools/skills/review',
    );
  });
});

describe('rules for an agent that reads none', () => {
  it('are skipped with one warning', async () => {
    await project.write('.openclaw/workspace-state.json', '{}');
    await project.install([await own({ rules: ['style'] })], { agent: ['openclaw', 'codex'] });
    expect(warnings()).toEqual([
      'The rules of acme/tools are not written for OpenClaw: svc knows no location for rules there.',
    ]);
    await project.install([]);
    expect(warnings()).toEqual([]);
  });
});

describe('what each of the eleven agents gets', () => {
  const agentsSkill = '.agents/skills/review';
  const reference = ['AGENTS.md'];
  it.each([
    ['claude-code', ['.claude/skills/review', '.mcp.json', 'AGENTS.md', 'CLAUDE.md']],
    [
      'cursor',
      [
        agentsSkill,
        '.cursor/mcp.json',
        '.cursor/rules/svc__rule__acme__tools__style.mdc',
        ...reference,
      ],
    ],
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
    const { written } = await project.install([await own({ rules: ['style'] })], {
      agent: [agent],
      toolServer: true,
    });
    expect(written.filter((path) => !/^\.svc\/|^svc/.test(path)).sort()).toEqual([...paths].sort());
    await project.uninstall('acme/tools');
    await project.write(
      'svc.json',
      JSON.stringify({ ...(await project.json('svc.json')), agents: [] }),
    );
    await project.install([]);
    const after = Object.entries(await project.state()).filter(
      ([path]) => !/^\.svc\/|^svc/.test(path),
    );
    expect(Object.fromEntries(after)).toEqual(before);
  });

  async function writeFileAt(path: string, text: string): Promise<void> {
    await mkdir(join(project.root, path, '..'), { recursive: true });
    await writeFile(join(project.root, path), text);
  }
});
