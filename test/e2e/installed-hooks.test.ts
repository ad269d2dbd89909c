import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, SVC, type Finished, type Program } from './program.js';

/** A hand-written file of each agent, and how the agent learns that a tool is blocked. */
const agents = {
  'claude-code': {
    file: '.claude/settings.json',
    event: 'PreToolUse',
    blocked: { code: 2, stdout: '', stderr: 'not here\n' },
  },
  codex: {
    file: '.codex/hooks.json',
    event: 'PreToolUse',
    blocked: { code: 2, stdout: '', stderr: 'not here\n' },
  },
  gemini: {
    file: '.gemini/settings.json',
    event: 'BeforeTool',
    blocked: { code: 0, stdout: '{"decision":"deny","reason":"not here"}\n', stderr: '' },
  },
  copilot: {
    file: '.github/hooks/svc.json',
    event: 'preToolUse',
    blocked: {
      code: 0,
      stdout: '{"permissionDecision":"deny","permissionDecisionReason":"not here"}\n',
      stderr: '',
    },
  },
} as const;
type Agent = keyof typeof agents;
const ids = Object.keys(agents) as Agent[];

/** What the program keeps for itself may lie elsewhere; what is installed for the user does not. */
const elsewhere = { SVC_HOME: join(tmpdir(), 'svc-elsewhere') };

interface Entry {
  readonly command?: string;
  readonly bash?: string;
}

describe("hooks in agents' files", () => {
  let program: Program;
  let repo: string;
  let path: string;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    repo = join(program.cwd, 'a repo');
    path = [join(program.cwd, 'bin'), process.env['PATH']].join(delimiter);
    const command =
      '[ -f ${SVC_PLUGIN_DIR}/reason ] && cat ${SVC_PLUGIN_DIR}/reason >&2 && exit 2 # \u001b[2J';
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
    const files = {
      'a repo/.git/HEAD': 'ref: refs/heads/main\n',
      'a repo/.claude/settings.json': '{\n\t// mine\n\t"model": "x",\n}\n',
      'plugin/.svc-plugin/plugin.json': JSON.stringify({
        name: 'acme/guard',
        version: '1.0.0',
        description: 'Guards',
        hooks,
      }),
      'plugin/reason': 'not here\n',
      'plugin/bin/run': '#!/bin/sh\n',
      'bin/.keep': '',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(program.cwd, file)), { recursive: true });
      await writeFile(join(program.cwd, file), text);
    }
    await symlink(SVC, join(program.cwd, 'bin/svc'));
  });
  afterAll(() => program.close());

  const svc = (args: readonly string[]): Promise<Finished> =>
    program.run(args, { cwd: repo, env: { PATH: path, ...elsewhere } });

  /** Runs the command that stands in the agent's file, as the agent does it. */
  async function fire(agent: Agent, folder: string, PATH = path): Promise<Finished> {
    const { file, event } = agents[agent];
    const text = await readFile(join(folder, file), 'utf8');
    const { hooks } = JSON.parse(
      text.replace(/^\s*\/\/.*$/m, '').replace(/,(\s*\}\s*)$/, '$1'),
    ) as { hooks: Record<string, object[]> };
    const [item] = hooks[event] as [Entry & { hooks?: [Entry] }];
    const { command, bash } = item.hooks?.[0] ?? item;
    const payload = JSON.parse(
      await readFile(`test/fixtures/hook-payloads/${agent}/PreToolUse.json`, 'utf8'),
    ) as object;
    const env = {
      ...program.env,
      ...elsewhere,
      PATH,
      ...(agent === 'copilot' && { COPILOT_CLI: '1' }),
    };
    return shell(String(bash ?? command), {
      cwd: repo,
      env,
      input: JSON.stringify({ ...payload, cwd: repo }),
    });
  }

  it('fire after an install, in the words of each agent', async () => {
    const flags = ids.flatMap((id) => ['--agent', id]);
    expect(await svc(['install', 'file:../plugin', ...flags])).toMatchObject({ code: 0 });
    for (const agent of ids)
      expect([agent, await fire(agent, repo)]).toEqual([agent, agents[agent].blocked]);
    expect(await readFile(join(repo, '.claude/settings.json'), 'utf8')).toMatch(
      /^\{\n\t\/\/ mine\n\t"model": "x",\n\t"hooks": \{\n/,
    );
  });

  it('are those of the plugin, whatever somebody has made the lock say', async () => {
    const lock = join(repo, 'svc-lock.json');
    const sound = await readFile(lock, 'utf8');
    await writeFile(lock, sound.replace(' && exit 2', ' && touch PWN'));
    for (const agent of ids)
      expect([agent, await fire(agent, repo)]).toEqual([agent, agents[agent].blocked]);
    expect(existsSync(join(repo, 'PWN'))).toBe(false);
    for (const args of [
      ['install'],
      ['install', '--frozen-lockfile'],
      ['verify-install', '--repair'],
    ]) {
      const refused = await svc(args);
      expect([args, refused.code, refused.stderr]).toEqual([
        args,
        5,
        expect.stringContaining('acme/guard.hooks.PreToolUse'),
      ]);
      expect(refused.stderr).toContain('Restore svc-lock.json from version control');
    }
    const found = await svc(['verify-install']);
    expect([found.code, found.stdout]).toEqual([
      8,
      expect.stringMatching(/svc-lock\.json acme\/guard hooks\.PreToolUse is not what/),
    ]);
    await writeFile(lock, sound);
    expect(await svc(['verify-install'])).toMatchObject({ code: 0 });
  });

  it('let every tool pass for a team mate of gemini and copilot who has no svc', async () => {
    for (const agent of ['gemini', 'copilot'] as const) {
      expect(await fire(agent, repo, dirname(process.execPath))).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    }
  });

  it('are gone after an uninstall', async () => {
    expect(await svc(['uninstall', 'acme/guard'])).toMatchObject({ code: 0 });
    expect(await readFile(join(repo, '.claude/settings.json'), 'utf8')).toBe(
      '{\n\t// mine\n\t"model": "x",\n}\n',
    );
    for (const agent of ['codex', 'copilot'] as const) {
      await expect(readFile(join(repo, agents[agent].file))).rejects.toMatchObject({
        code: 'ENOENT',
      });
    }
  });

  it('fire everywhere after an install for the user', async () => {
    expect(
      await svc([
        'install',
        'file:../plugin',
        '--global',
        '--agent',
        'claude-code',
        '--agent',
        'codex',
      ]),
    ).toMatchObject({ code: 0 });
    for (const agent of ['claude-code', 'codex'] as const) {
      expect(await fire(agent, program.home)).toEqual(agents[agent].blocked);
    }
  });
});

function shell(
  command: string,
  { input, ...options }: { cwd: string; env: NodeJS.ProcessEnv; input: string },
): Promise<Finished> {
  return new Promise((done) => {
    const child = execFile('/bin/sh', ['-c', command], options, (_error, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined).end(input); // it may have ended without reading
  });
}
