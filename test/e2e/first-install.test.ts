import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { until } from '../until.js';
import { openProgram, type Program } from './program.js';
import { newRepository } from './registry-server.js';

let program: Program;
let source: string;
beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  source = `file:${await makePlugin(join(program.home, 'tea'), { name: 'acme/tea', skills: ['tea'], rules: ['tea'] })}`;
});
afterAll(() => program.close());

const HAS_TERMINALS = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;
const atTerminals = HAS_TERMINALS ? describe : describe.skip;

/** What a person types when the text has appeared. */
type Turn = readonly [appears: string, types: string];

/** Runs `svc` at a terminal: `script` of util-linux makes one. Answers what was on it. */
async function atTerminal(cwd: string, args: readonly string[], turns: readonly Turn[]): Promise<string> {
  const line = [process.execPath, program.svc, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 100; ${line}`, '/dev/null'], {
    cwd,
    env: { ...program.env, TERM: 'xterm' },
    stdio: 'pipe',
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text));
  const ended = new Promise((done) => child.on('close', done));
  let from = 0;
  for (const [appears, types] of turns) {
    await until(() => screen.includes(appears, from) || child.exitCode !== null);
    expect(screen.slice(from)).toContain(appears);
    from = screen.length;
    child.stdin.write(types);
  }
  await ended;
  return screen;
}

const ENTER = '\r';
const agentsOf = async (folder: string): Promise<unknown> =>
  (JSON.parse(await readFile(join(folder, 'svc.json'), 'utf8')) as { agents?: unknown }).agents;

describe('the first install into an empty folder', () => {
  it('takes the documented agents where there is no terminal, says so, and makes no AGENTS.md', async () => {
    const cwd = await newRepository(program, 'unattended');
    const { code, stdout, stderr } = await program.run(['install', source], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('so these are set up: Claude Code (claude-code); Agents that read .agents/skills and AGENTS.md (agents)');
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

atTerminals('at a terminal', () => {
  const rules = (cwd: string) => readFile(join(cwd, 'AGENTS.md'), 'utf8');

  it('install asks for the agents, and whether to make AGENTS.md for the rules', async () => {
    const cwd = await newRepository(program, 'asked');
    await atTerminal(
      cwd,
      ['install', source],
      [
        ['Which coding agents does this project use?', ENTER],
        ['there is none. Make it?', ENTER],
      ],
    );
    expect(await agentsOf(cwd)).toEqual(['claude-code', 'agents']);
    expect(await rules(cwd)).toContain('@.svc/RULES.md');
  });

  it('init makes none when the answer is no, and offers it again', async () => {
    const cwd = await newRepository(program, 'declined');
    const screen = await atTerminal(cwd, ['init', '--agent', 'codex'], [['there is none. Make it?', 'n']]);
    expect(screen).toContain('there is no AGENTS.md');
    expect(await readdir(cwd)).not.toContain('AGENTS.md');
    await atTerminal(cwd, ['init'], [['there is none. Make it?', 'y']]);
    expect(await rules(cwd)).toContain('@.svc/RULES.md');
  });

  it('--yes asks nothing and makes none', async () => {
    const cwd = await newRepository(program, 'yes');
    const screen = await atTerminal(cwd, ['install', source, '--yes'], []);
    expect(screen).toContain('there is no AGENTS.md');
    expect(await readdir(cwd)).not.toContain('AGENTS.md');
  });
});
