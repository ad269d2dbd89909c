import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../until.js';
import { failed, openTools } from './mcp/tool-client.js';
import { openProgram, type Program, type Started } from './program.js';
import { installTestModules } from './test-modules.js';
import { atTerminal, keys, onTerminals, terminal } from './terminal.js';

/** A program that says what it gets, and ends half a second after Ctrl+C or SIGTERM, with the number of times as its code. */
const COUNTER = `
let times = 0;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(name, () => {
    times += 1;
    console.log("got " + name);
    setTimeout(() => process.exit(40 + times), 500);
  });
setInterval(() => undefined, 1000);
console.log("ready");
`;
const counter = ['console', 'run', '--', process.execPath, '-e', COUNTER];

describe('a program in the foreground of a command', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram();
    await installTestModules(join(program.home, '.svc'), ['console']);
  });
  afterAll(() => program.close());

  const start = async (args: readonly string[]): Promise<Started> => {
    const started = program.start(args, { input: '' });
    await until(() => started.stdout().includes('ready') || started.child.exitCode !== null);
    return started;
  };
  const shell = (script: string) => ['console', 'run', '--', 'sh', '-c', script];

  it.each([0, 1, 2, 127, 128, 255])('gives the command its exit code %d', async (code) => {
    expect(await program.run(shell(`exit ${code}`))).toMatchObject({ code });
  });

  it('writes to stdout and reads from stdin itself', async () => {
    const { stdout } = await program.run(shell('cat'), { input: 'from stdin\n' });
    expect(stdout).toBe('from stdin\ncode 0, signal none\n');
  });

  it('leaves stdout to the document with --json', async () => {
    const script = 'echo on stdout; kill -KILL $$';
    const { code, stdout, stderr } = await program.run(['--json', ...shell(script)]);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 137,
      answer: { code: 137, signal: 'SIGKILL' },
    });
    expect(stderr).toContain('on stdout');
  });

  it('that cannot be started is an error', async () => {
    const { code, stderr } = await program.run(['console', 'run', 'no-such-program']);
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining(
        'error: The program `no-such-program` cannot be started: it was not found.\n' +
          'hint: Check that it is installed and in PATH, or give its full path.',
      ) as unknown,
    });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('gets %s, and the command waits for it', async (name) => {
    const { child, finished } = await start(counter);
    child.kill(name);
    const { code, stdout } = await finished;
    expect({ code, stdout }).toEqual({
      code: 41,
      stdout: `ready\ngot ${name}\ncode 41, signal none\n`,
    });
  });

  it('goes on when only the command gets SIGINT', async () => {
    const { child, finished } = await start(counter);
    child.kill('SIGINT');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect((await finished).stdout).toBe('ready\ngot SIGTERM\ncode 41, signal none\n');
  });

  onTerminals('gets Ctrl+C once, and the command waits for it', async () => {
    const { code, stdout } = await atTerminal(program, counter, {
      answers: [['ready', keys.interrupt]],
    });
    expect(stdout.match(/got \w+/g)).toEqual(['got SIGINT']);
    expect({ code, stdout }).toEqual({
      code: 41,
      stdout: expect.stringContaining('code 41, signal none') as unknown,
    });
  });

  onTerminals('gets Ctrl+C as often as it is pressed', async () => {
    const answers = [
      ['ready', keys.interrupt],
      ['got SIGINT', keys.interrupt],
    ] as const;
    const { code, stdout } = await atTerminal(program, counter, { answers });
    expect(stdout.match(/got \w+/g)).toEqual(['got SIGINT', 'got SIGINT']);
    expect(code).toBe(42);
  });

  onTerminals('that Ctrl+C ends, ends the command as a shell would', async () => {
    const answers = [['ready', keys.interrupt]] as const;
    const { code, stdout } = await atTerminal(program, shell('echo ready; exec sleep 60'), {
      answers,
    });
    expect({ code, stdout }).toEqual({
      code: 130,
      stdout: expect.stringContaining('code 130, signal SIGINT') as unknown,
    });
  });

  onTerminals('leaves the terminal as it found it, also when it is killed', async () => {
    const through = terminal(80);
    const { stdout } = await program.run(shell('stty raw -echo; kill -KILL $$'), { through });
    // in raw mode a line would end without the return
    expect(stdout).toContain('code 137, signal SIGKILL\r\n');
  });

  it('is refused in a tool server, which has no terminal', async () => {
    const { call, close } = await openTools(program);
    const answer = await call('console_run', { words: ['sh'] });
    await close();
    expect(answer).toMatchObject(failed({ code: 'usage' }));
    expect(JSON.stringify(answer.content)).toContain('There is no terminal to run `sh` in.');
  });
});
