import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import type { InitReport } from '../../contract/results.js';
import { initText } from '../render/init-text.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { InitHandler } from './init.js';
import { plainStyle } from 'svc-registry/testing';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const style = plainStyle();
const init = (input = {}): Promise<InitReport> => project.init(input);
const warnings = () => project.context.warnings.filter((text) => !text.includes('PATH'));

/** A person who answers every choice so, and the question whether to make a file. */
const choosing = (answer: readonly string[], make = false): string[] => {
  const questions: string[] = [];
  const asked = ({ message }: { readonly message: string }) => void questions.push(message);
  const ask = {
    interactive: true,
    selectMany: (question: { readonly message: string }) => (
      asked(question),
      Promise.resolve(answer)
    ),
    confirm: (question: { readonly message: string }) => (asked(question), Promise.resolve(make)),
  } as unknown as Ask;
  project.context = testContext(project.root, { env: project.context.env, ask });
  return questions;
};

describe('svc init', () => {
  it('warns of an agent in svc.json that no module knows, as `svc install` does', async () => {
    await project.write('svc.json', '{"agents":["clod","codex"]}');
    expect(await init()).toMatchObject({ agents: ['codex'] });
    expect(warnings()).toEqual([
      'No module knows the agent "clod" of svc.json; nothing is written for it.',
    ]);
  });

  it('tells agent by agent what shows it, what was written for it, and what it will read', async () => {
    await project.write('.codex/config.toml', '');
    await project.write('.cursor/rules/own.mdc', '');
    const report = await init({ agent: ['codex', 'claude-code'], toolServer: true });
    expect(report.setups).toEqual([
      {
        id: 'codex',
        name: 'Codex',
        chosen: true,
        detected: ['.codex'],
        written: ['.codex/config.toml'],
        skills: '.agents/skills',
        rules: 'AGENTS.md',
        toolServers: '.codex/config.toml',
        hooks: '.codex/hooks.json',
      },
      {
        id: 'claude-code',
        name: 'Claude Code',
        chosen: true,
        detected: [],
        written: ['.mcp.json', 'CLAUDE.md'],
        skills: '.claude/skills',
        rules: 'CLAUDE.md',
        toolServers: '.mcp.json',
        hooks: '.claude/settings.json',
      },
      expect.objectContaining({ id: 'cursor', chosen: false, detected: ['.cursor'], written: [] }),
    ]);
    expect(report).toMatchObject({ agents: ['codex', 'claude-code'], plugins: [], withdrawn: [] });
    expect(initText(report, style).split('\n')).toEqual([
      `${project.root} (vendored, for 2 agents, kept in svc.json)`,
      '  + Codex (codex, found by .codex)',
      '      written: .codex/config.toml',
      '      reads: skills .agents/skills, rules AGENTS.md, tool servers .codex/config.toml, hooks .codex/hooks.json',
      '  + Claude Code (claude-code, chosen)',
      '      written: .mcp.json, CLAUDE.md',
      '      reads: skills .claude/skills, rules CLAUDE.md, tool servers .mcp.json, hooks .claude/settings.json',
      'Also found: Cursor (.cursor). Add one with `svc init --agent cursor`.',
      'Changed: .codex/config.toml, .mcp.json, .svc, CLAUDE.md, svc-lock.json, svc.json',
      expect.stringMatching(/^Next: Codex ignores/),
      expect.stringMatching(
        /^Next: Codex cannot read the rules of plugins: there is no AGENTS\.md/,
      ),
      'Next: svc search, then svc install <workspace>/<plugin>',
    ]);
  });

  it('says in one line what all of the agents lack', async () => {
    await init({ agent: ['openhands', 'agents', 'codex'] });
    expect(warnings()).toEqual([
      'svc knows no location for tool servers in OpenHands, Agents that read .agents/skills and AGENTS.md; hooks in Agents that read .agents/skills and AGENTS.md: those of plugins are left out there.',
    ]);
    await project.drop();
    project = await TestProject.create();
    await init({ agent: ['codex', 'claude-code'] });
    expect(warnings()).toEqual([]);
  });

  it('remembers the choice, adds to it, and does not ask again', async () => {
    choosing(['gemini']);
    expect((await init()).agents).toEqual(['gemini']);
    choosing(['claude-code']);
    expect((await init()).agents).toEqual(['gemini']);
    expect((await init({ agent: ['codex'] })).agents).toEqual(['gemini', 'codex']);
    expect(await project.json('svc.json')).toMatchObject({ agents: ['gemini', 'codex'] });
    expect((await init()).written).toEqual([]);
  });

  it('asks nothing with --yes: the agents that show are taken', async () => {
    await project.write('.codex/config.toml', '');
    choosing(['gemini']);
    expect((await init({ yes: true })).agents).toEqual(['codex']);
  });

  it('says which agents are taken where nobody is asked', async () => {
    await init();
    expect(project.context.notes).toEqual([
      `Nothing in ${project.root} shows which coding agents are used, so these are set up: Claude Code (claude-code); Agents that read .agents/skills and AGENTS.md (agents). Add others with --agent <id>.`,
    ]);
    await project.drop();
    project = await TestProject.create();
    await project.write('.codex/config.toml', '');
    await init({ yes: true });
    expect(project.context.notes).toEqual([
      'The coding agents found here are set up: Codex (codex, .codex). Add others with --agent <id>.',
    ]);
  });

  it('makes AGENTS.md for a person who says so, and takes it away again', async () => {
    const questions = choosing(['codex'], true);
    const report = await init();
    expect(questions).toEqual([
      'Which coding agents does this project use?',
      expect.stringMatching(/^Give coding agents the tools of svc/),
      'Codex reads the rules of plugins from AGENTS.md, which does not exist. Create it?',
    ]);
    expect(report.written).toContain('AGENTS.md');
    expect(report.nextSteps.join()).not.toContain('AGENTS.md');
    const text =
      '# Agent Rules <!-- svc-managed -->\n\n@.svc/RULES.md follow the [instructions](.svc/RULES.md)\n';
    expect(await project.read('AGENTS.md')).toBe(text);
    expect((await init()).written).toEqual([]);
    expect(questions).toHaveLength(3);
    await project.uninstall(undefined, { all: true });
    expect(await project.state()).not.toHaveProperty('AGENTS.md');
  });

  it.each([
    ['a person who says no', () => choosing(['codex']), {}],
    ['--yes', () => choosing(['codex'], true), { yes: true, agent: ['codex'] }],
    ['nobody to ask', () => undefined, { agent: ['codex'] }],
  ])('makes no AGENTS.md and says so, with %s', async (_who, person, input) => {
    person();
    const report = await init(input);
    expect(report.nextSteps).toContainEqual(
      expect.stringMatching(
        /^Codex cannot read the rules of plugins: there is no AGENTS\.md .* `svc init` in a terminal/,
      ),
    );
    expect(await project.state()).not.toHaveProperty('AGENTS.md');
  });

  it('takes no for an answer', async () => {
    choosing([]);
    const report = await init();
    expect(report.agents).toEqual([]);
    expect(await project.json('svc.json')).toMatchObject({ agents: [] });
    expect(report.written.filter((path) => !/^svc|^\.svc\//.test(path))).toEqual([]);
    expect((await project.install([])).agents).toEqual([]);
  });

  it('does not offer an agent that gets everything with the others', async () => {
    await project.write('AGENTS.md', '');
    await project.write('.cursorrules', '');
    const found = (await init({ agent: ['codex'] })).setups.filter(({ chosen }) => !chosen);
    expect(found.map(({ id }) => id)).toEqual(['cursor']);
    await project.drop();
    project = await TestProject.create();
    await project.write('AGENTS.md', '');
    expect((await init({ agent: ['claude-code'] })).setups.map(({ id }) => id)).toEqual([
      'claude-code',
      'agents',
    ]);
  });

  it('finds the tool-server file that copilot reads instead of its own', async () => {
    const report = await init({ agent: ['copilot', 'claude-code'], toolServer: true });
    expect(report.setups.map(({ id, toolServers, written }) => [id, toolServers, written])).toEqual(
      [
        ['copilot', '.mcp.json', ['.mcp.json']],
        ['claude-code', '.mcp.json', ['.mcp.json', 'CLAUDE.md']],
      ],
    );
  });
});

describe('svc init in a folder of something larger', () => {
  const at = async (folder: string): Promise<InitReport> => {
    const cwd = join(project.root, folder);
    await mkdir(cwd, { recursive: true });
    project.context = testContext(cwd, { env: project.context.env });
    return new InitHandler(project.tools).run({ agent: ['claude-code'] }, project.context);
  };

  it('makes a project of its own inside a project, once, with a warning that names both', async () => {
    await init({ agent: ['claude-code'] });
    const before = await project.read('svc.json');
    const inner = join(project.root, 'packages/a');
    expect(await at('packages/a')).toMatchObject({ project: inner });
    expect(warnings()).toEqual([
      `${inner} becomes a project of its own inside ${project.root}: commands that are run here work on it from now on, and no longer on ${project.root}/svc.json.`,
    ]);
    await at('packages/a');
    expect(warnings()).toEqual([]);
    expect(await project.read('svc.json')).toBe(before);
  });

  it('says where the root is when nothing there is a project yet', async () => {
    await at('packages/a');
    expect(project.context.notes).toEqual([
      `A new project is created in ${project.root}/packages/a. To have one for the whole repository, run this in ${project.root}.`,
    ]);
    expect(warnings()).toEqual([]);
  });

  it('has nothing to do with a project around another repository', async () => {
    await init({ agent: ['claude-code'] });
    await mkdir(join(project.root, 'vendor/lib/.git'), { recursive: true });
    await at('vendor/lib');
    expect([warnings(), project.context.notes]).toEqual([[], []]);
  });
});
