import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signInRequired } from 'svc-registry/kernel';
import type { ProjectStatus } from '../../contract/results.js';
import { statusText } from '../render/status-text.js';
import { TestProject } from '../testing/test-project.js';
import { ProjectStatusHandler } from './project-status.js';
import { plainStyle } from 'svc-registry/testing';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.publish({
    name: 'acme/tools',
    version: '1.0.0',
    skills: ['review'],
    rules: ['style'],
  });
});
afterEach(() => project.drop());

const style = plainStyle();
const status = (input = {}): Promise<ProjectStatus> =>
  new ProjectStatusHandler(project.tools, { program: '/opt/svc/bin/svc.cjs' }).run(input, {
    ...project.context,
    invoke: () => Promise.reject(signInRequired()),
  });

describe('svc status', () => {
  it('shows plugins, what each agent gets, and who has to be asked', async () => {
    await project.write('AGENTS.md', '# Ours\n');
    await project.install(['acme/tools'], { agent: ['claude-code', 'codex', 'cursor'] });
    const report = await status();
    expect(
      report.agents.map(({ id, skills, rules, toolServers, hooks }) => [
        id,
        skills,
        rules,
        toolServers,
        hooks,
      ]),
    ).toEqual([
      ['claude-code', '.claude/skills', 'CLAUDE.md', '.mcp.json', null],
      ['codex', '.agents/skills', 'AGENTS.md', '.codex/config.toml', null],
      ['cursor', '.agents/skills', '.cursor/rules', '.cursor/mcp.json', null],
    ]);
    const lines = statusText(report, style).split('\n');
    expect(lines).toEqual([
      `${project.root} (vendored, not signed in)`,
      '',
      'acme/tools  1.0.0  up to date',
      '',
      'Claude Code: skills .claude/skills, rules CLAUDE.md, tool servers .mcp.json',
      'Codex: skills .agents/skills, rules AGENTS.md, tool servers .codex/config.toml',
      expect.stringMatching(/^ {2}! Codex ignores the tool servers/),
      'Cursor: skills .agents/skills, rules .cursor/rules, tool servers .cursor/mcp.json',
      expect.stringMatching(/^ {2}\? Cursor starts a new tool server once you allow it/),
      '',
      expect.stringMatching(/^! "svc" is not on your PATH/),
    ]);
  });

  it('names what is gone or was changed of what svc wrote', async () => {
    await project.write('AGENTS.md', '# Ours\n');
    await project.install(['acme/tools'], { agent: ['claude-code', 'codex', 'cursor'] });
    await rm(join(project.root, '.claude/skills/review'));
    await project.write('AGENTS.md', '# Ours, anew\n');
    await project.write('.cursor/rules/svc__rule__acme__tools__style.mdc', 'mine');
    await project.write('.mcp.json', '{"mcpServers":{"svc":{"command":"mine"}}}');
    await project.write('.svc/plugins/acme/tools/more.md', 'x');
    const report = await status();
    expect(
      report.faults
        .filter((fault) => fault.includes('after svc wrote it'))
        .map((fault) => fault.split(' ')[0]),
    ).toEqual([
      '.claude/skills/review',
      '.cursor/rules/svc__rule__acme__tools__style.mdc',
      '.mcp.json',
      'AGENTS.md',
    ]);
    expect(statusText(report, style)).toContain('differ from svc-lock.json');
  });

  it('says which skills hide one another, and whom no rules reach', async () => {
    await project.install(['acme/tools'], { agent: ['claude-code', 'codex'] });
    await mkdir(join(project.home, '.claude/skills/review'), { recursive: true });
    await writeFile(
      join(project.home, '.claude/skills/review/SKILL.md'),
      '---\nname: review\n---\n',
    );
    const { faults } = await status();
    expect(faults.slice(0, 2)).toEqual([
      expect.stringContaining(
        '.claude/skills/review hides the skill "review" of acme/tools in Claude Code',
      ),
      expect.stringMatching(/^Codex cannot read the rules of plugins: there is no AGENTS\.md/),
    ]);
  });

  it("shows the user's plugins on request, wherever one stands", async () => {
    await project.install(['acme/tools'], { agent: ['claude-code'], global: true });
    await rm(join(project.home, '.claude/skills/review'));
    await rm(join(project.home, '.svc/plugins'), { recursive: true });
    const report = await status({ global: true });
    expect(report).toMatchObject({
      project: project.home,
      mode: null,
      agents: [{ id: 'claude-code', rules: '.claude/CLAUDE.md' }],
    });
    expect(statusText(report, style)).toContain('not installed: svc install --global');
    expect(report.faults[0]).toContain('`svc install --global` restores');
    await expect(status()).rejects.toMatchObject({
      code: 'project_missing',
      hint: expect.stringContaining('--global'),
    });
  });

  it('needs a project', async () => {
    await expect(status()).rejects.toMatchObject({ code: 'project_missing', exit: 4 });
  });

  it('says how to begin where no agent is chosen', async () => {
    await project.write('svc.json', '{"mode": "vendored", "agents": []}');
    expect(statusText(await status(), style)).toContain(
      'No plugins.\n\nNo coding agents: `svc init` chooses some.',
    );
  });
});
