import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Program } from './program.js';
import { newRepository } from './registry-server.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

let program: Program;
let source: string;
beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  source = `file:${await makePlugin(join(program.home, 'tea'), { name: 'acme/tea', skills: ['tea'], rules: ['tea'] })}`;
});
afterAll(() => program.close());

const agentsOf = async (folder: string): Promise<unknown> =>
  (JSON.parse(await readFile(join(folder, 'svc.json'), 'utf8')) as { agents?: unknown }).agents;

describe('the first install into an empty folder', () => {
  it('takes the documented agents where there is no terminal, says so, and makes no AGENTS.md', async () => {
    const cwd = await newRepository(program, 'unattended');
    const { code, stdout, stderr } = await program.run(['install', source], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'so these are set up: Claude Code (claude-code); Agents that read .agents/skills and AGENTS.md (agents)',
    );
    expect(stdout).toContain('there is no AGENTS.md');
    expect(await agentsOf(cwd)).toEqual(['claude-code', 'agents']);
    expect(await readdir(cwd)).not.toContain('AGENTS.md');
    // said once
    expect((await program.run(['install'], { cwd })).stderr).not.toContain('set up');
  });

  it('keeps what it says apart from the document of --json', async () => {
    const cwd = await newRepository(program, 'json');
    const { stdout } = await program.run(['init', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ agents: ['claude-code', 'agents'] });
  });
});

describe('at a terminal', () => {
  const rules = (cwd: string) => readFile(join(cwd, 'AGENTS.md'), 'utf8');

  onTerminals(
    'install asks for the agents, and whether to create AGENTS.md for the rules',
    async () => {
      const cwd = await newRepository(program, 'asked');
      await atTerminal(program, ['install', source], {
        cwd,
        columns: 200,
        answers: [
          ['Which coding agents does this project use?', keys.enter],
          ['which does not exist. Create it?', keys.enter],
        ],
      });
      expect(await agentsOf(cwd)).toEqual(['claude-code', 'agents']);
      expect(await rules(cwd)).toContain('@.svc/RULES.md');
    },
  );

  onTerminals('init makes none when the answer is no, and offers it again', async () => {
    const cwd = await newRepository(program, 'declined');
    const { stdout } = await atTerminal(program, ['init', '--agent', 'codex'], {
      cwd,
      columns: 200,
      answers: [
        ['Give coding agents the tools of svc', keys.enter],
        ['which does not exist. Create it?', 'n'],
      ],
    });
    expect(stdout).toContain('there is no AGENTS.md');
    expect(await readdir(cwd)).not.toContain('AGENTS.md');
    await atTerminal(program, ['init'], {
      cwd,
      columns: 200,
      answers: [['which does not exist. Create it?', 'y']],
    });
    expect(await rules(cwd)).toContain('@.svc/RULES.md');
  });

  onTerminals('--yes asks nothing and makes none', async () => {
    const cwd = await newRepository(program, 'yes');
    const { stdout } = await atTerminal(program, ['install', source, '--yes'], {
      cwd,
      columns: 200,
    });
    expect(stdout).toContain('there is no AGENTS.md');
    expect(await readdir(cwd)).not.toContain('AGENTS.md');
  });
});
