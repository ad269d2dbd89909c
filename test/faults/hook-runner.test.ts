import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openProgram, type Finished, type Program } from '../e2e/program.js';
import { until } from '../until.js';

const RUN = ['hook', 'run', '--agent=codex', '--event=PreToolUse'];
const EVENT = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

let program: Program;
beforeEach(async () => {
  program = await openProgram();
});
afterEach(() => program.close());

/** Installs one plugin with these shell hooks for every tool. */
function install(commands: readonly string[]): Promise<void> {
  const hooks = {
    PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }],
  };
  return installHooks(program.cwd, 'acme/faulty', hooks);
}

async function installHooks(root: string, plugin: string, hooks: object): Promise<void> {
  const folder = join(root, '.svc/plugins', plugin, '.svc-plugin');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'plugin.json'),
    JSON.stringify({ name: plugin, version: '1.0.0', hooks }),
  );
  const lock = { lockVersion: 1, plugins: { [plugin]: { version: '1.0.0', hooks } } };
  await writeFile(join(root, 'svc-lock.json'), JSON.stringify(lock));
}

const fire = (): Promise<Finished> => program.run(RUN, { input: EVENT });

const pidIn = async (name: string): Promise<number> =>
  Number(await readFile(join(program.cwd, name), 'utf8'));

async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined || stat.split(') ')[1]?.startsWith('Z') === true;
}

/** Whether a process waits for the runner's end to end this hook. */
async function isWatched(hook: number): Promise<boolean> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.some((line) => line.endsWith(`\0svc-hook-watchdog\0${hook}\0`));
}

describe('hooks that misbehave', () => {
  it('write ten megabytes on both outputs: read to the end, reported, and the next one blocks', async () => {
    await install([
      'head -c 10485760 /dev/zero; head -c 10485760 /dev/zero >&2',
      'echo no >&2; exit 2',
    ]);
    const { code, stderr } = await fire();
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^no\nsvc: acme\/faulty: .* wrote more than 256 KiB/),
    ]);
  });

  it.each([
    ['crash', 'echo reason >&2; exit 3', 'left with 3: reason'],
    ['are killed', 'kill -KILL $$', 'was killed by SIGKILL'],
    ['cannot be started', 'exec ./nowhere', 'left with 127'],
  ])(
    '%s: nothing is blocked, plugin, command and reason are reported',
    async (_, command, told) => {
      await install([command]);
      const { code, stdout, stderr } = await fire();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`acme/faulty: \`${command}\` ${told}`);
    },
  );

  it('do not read a large event: its writer is not disturbed', async () => {
    await install(['exit 0']);
    const input = JSON.stringify({
      ...(JSON.parse(EVENT) as object),
      tool_input: { command: 'x'.repeat(10_000_000) },
    });
    expect(await program.run(RUN, { input })).toMatchObject({ code: 0, stderr: '' });
  });

  it('are two hundred: all run, in order, and all reasons are reported', async () => {
    await install(
      Array.from(
        { length: 200 },
        (_, index) => `echo ${index} >> order; echo reason ${index} >&2; exit 2`,
      ),
    );
    const { code, stderr } = await fire();
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect((await readFile(join(program.cwd, 'order'), 'utf8')).trim().split('\n')).toEqual(
      numbers.map(String),
    );
    expect([code, stderr]).toEqual([2, numbers.map((index) => `reason ${index}\n`).join('')]);
  });

  it('stand in a folder with a hostile name: nothing of it is run', async () => {
    const hostile = join(program.cwd, 'a $(touch PWN) `touch PWN`; touch PWN \'"');
    await mkdir(join(hostile, '.svc/plugins/acme/odd'), { recursive: true });
    await writeFile(join(hostile, '.svc/plugins/acme/odd/run.sh'), 'echo ran >&2; exit 2');
    const writings = [
      'sh ${SVC_PLUGIN_DIR}/run.sh',
      'sh "${SVC_PLUGIN_DIR}/run.sh"',
      "sh '${SVC_PLUGIN_DIR}/run.sh'",
    ];
    const exec = { type: 'command', command: 'sh', args: ['${SVC_PLUGIN_DIR}/run.sh'] };
    const hooks = {
      PreToolUse: [{ hooks: [...writings.map((command) => ({ type: 'command', command })), exec] }],
    };
    await installHooks(hostile, 'acme/odd', hooks);
    expect(await program.run(RUN, { input: EVENT, cwd: hostile })).toMatchObject({
      code: 2,
      stderr: 'ran\n'.repeat(4),
    });
    expect([existsSync(join(hostile, 'PWN')), existsSync(join(program.cwd, 'PWN'))]).toEqual([
      false,
      false,
    ]);
  });

  it('never end, and the agent gives up: they end with the runner', async () => {
    await install(['trap "" TERM; sleep 1000 & echo $! > child; echo $$ > own; wait; sleep 1000']);
    const { child, finished } = program.start(RUN, { input: EVENT });
    await until(async () => existsSync(join(program.cwd, 'own')) && (await pidIn('own')) > 0);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(143);
    for (const name of ['child', 'own']) await until(async () => isGone(await pidIn(name)));
  });
});

describe.each(['the runner', 'its whole group'])('%s is killed by SIGKILL', (whom) => {
  it('a hook that is still running ends, with all that it has started', async () => {
    await install([
      'trap "" TERM HUP; sleep 1000 & echo $! > child; echo $$ > own; wait; sleep 1000',
    ]);
    const { child, finished } = program.start(RUN, { input: EVENT, through: ['setsid'] });
    await until(async () => existsSync(join(program.cwd, 'own')) && (await pidIn('own')) > 0);
    const own = await pidIn('own');
    await until(() => isWatched(own));
    process.kill(whom === 'the runner' ? Number(child.pid) : -Number(child.pid), 'SIGKILL');
    await finished;
    for (const pid of [own, await pidIn('child')]) await until(() => isGone(pid));
    await until(async () => !(await isWatched(own)));
  });
});

describe('agents and projects that misbehave', () => {
  it('the pipe of the event is never closed: the answer comes all the same', async () => {
    await install(['echo no >&2; exit 2']);
    const { child, finished } = program.start(RUN);
    child.stdin?.write(EVENT);
    expect(await finished).toMatchObject({ code: 2, stderr: 'no\n' });
  });

  it('the event is nested more deeply than can be written: the hook runs, and learns which tool it is about', async () => {
    await install(['grep -q \'"tool_name":"Bash"\' && echo no >&2 && exit 2']);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const input = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls","x":${deep}}}`;
    expect(await program.run(RUN, { input })).toMatchObject({ code: 2, stderr: 'no\n' });
  });

  it('the folder that the agent stands in is gone: the event says where the project is', async () => {
    await install(['echo no >&2; exit 2']);
    const input = JSON.stringify({ ...(JSON.parse(EVENT) as object), cwd: program.cwd });
    const gone = await mkdtemp(join(program.home, 'gone-'));
    const through = ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh'];
    expect(await program.run(RUN, { input, cwd: gone, through })).toMatchObject({
      code: 2,
      stderr: 'no\n',
    });
  });

  it('nothing is ever sent: hooks that need no tool run after a while', async () => {
    await install(['echo no >&2; exit 2']);
    expect(await program.start(RUN).finished).toMatchObject({ code: 2, stderr: 'no\n' });
  });

  it('the lock is damaged: no hook runs, nothing is blocked, the file is named', async () => {
    await install(['exit 2']);
    await writeFile(join(program.cwd, 'svc-lock.json'), '{ "plugins": ');
    const { code, stdout, stderr } = await fire();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(join(program.cwd, 'svc-lock.json'));
  });

  it('the plugins are not there after a clone: one line says what to do', async () => {
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] };
    await writeFile(
      join(program.cwd, 'svc-lock.json'),
      JSON.stringify({ plugins: { 'acme/a': { hooks }, 'acme/b': { hooks } } }),
    );
    const { code, stderr } = await fire();
    expect([code, stderr]).toEqual([
      0,
      'svc: the hooks of acme/a, acme/b do not run: not installed here; run `svc install`\n',
    ]);
  });

  it('a matcher would take years: the others run', async () => {
    const group = (matcher: string, command: string) => ({
      matcher,
      hooks: [{ type: 'command', command }],
    });
    const hooks = { PreToolUse: [group('(a+)+b', 'exit 2'), group('a+', 'echo ran >&2; exit 2')] };
    await installHooks(program.cwd, 'acme/slow', hooks);
    const input = JSON.stringify({ ...(JSON.parse(EVENT) as object), tool_name: 'a'.repeat(60) });
    const { code, stderr } = await program.run(RUN, { input });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ran\nsvc: acme\/slow: the matcher .* takes too long\n$/);
  });
});
