import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { itIsolated } from '../../modules/sandbox/testing/bubblewrap.js';
import { ModelServer } from '../agents/model-server/model-server.js';
import type { Reply } from '../agents/model-server/protocol.js';
import { describeWithPi, useModel, withPi } from './pi.js';
import { openProgram, type Finished, type Program } from './program.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const call = (tool: string, input: Readonly<Record<string, unknown>>): Reply => ({
  call: { tool, input },
});
const KETTLE = resolve('test/agents/plugin/servers/kettle.mjs');

let program: Program;
let model: ModelServer;
/** What the model says, one answer after the other; then it says "done". */
let script: Reply[];

beforeEach(async () => {
  program = await openProgram();
  script = [];
  model = await ModelServer.start(() => script.shift() ?? { text: 'done' });
  await useModel(program, model);
  await mkdir(join(program.cwd, '.git'), { recursive: true });
});
afterEach(async () => {
  await program.close();
  await model.stop();
});

function agent(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return program.run(['agent', '--model', 'test/scripted', ...args], {
    env: { ...withPi(program), ...env },
  });
}

/** What the last call of a tool came to, as the model was told. */
const told = (): string => model.requests.at(-1)?.toolResults.at(-1) ?? '';
const written = (file: string): Promise<string> => readFile(join(program.cwd, file), 'utf8');

describe('svc agent without pi', () => {
  it('says what to install, and starts nothing', async () => {
    const ended = await program.run(['agent', 'hello']);
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toContain('npm install -g @earendil-works/pi-coding-agent@0.74.2');
  });

  it.each([
    [['launch', 'svc-agent']],
    [['launch', 'skill', 'file:kettle', '--agent', 'svc-agent']],
  ])('is reported before a launch begins: %j', async (args) => {
    const ended = await program.run(args, { env: { ...program.env, OPENAI_API_KEY: 'none' } });
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toContain('npm install -g @earendil-works/pi-coding-agent@0.74.2');
  });

  it.each([
    [['--yolo', '--permission-mode', 'ask', 'hello']],
    [['--continue', '--resume', 'abc']],
    [['--ephemeral', '-c']],
    [['hello', '--message', 'hello']],
    [['--resume', '../other/session.jsonl']],
  ])('refuses flags that contradict each other: %j', async (args) => {
    const { code, stdout } = await program.run(['agent', ...args]);
    expect([2, 3]).toContain(code);
    expect(stdout).toBe('');
  });
});

describeWithPi('svc agent', () => {
  it('prints the answer, and as one document with --output json', async () => {
    script = [{ text: 'Hello there.' }, { text: 'And again.' }];
    expect(await agent(['-p', 'hello'])).toMatchObject({ code: 0, stdout: 'Hello there.\n' });
    const { code, stdout } = await agent(['--output', 'json', '-c', 'again']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 0,
      sessionId: expect.stringMatching(/^[\w-]+$/),
      model: 'test/scripted',
      text: 'And again.',
      error: null,
      usage: { input: 1, output: 1 },
    });
    expect(model.requests.at(-1)?.shown).toContain('Hello there.');
  });

  it('goes on with a session by its id, and keeps none with --ephemeral', async () => {
    const first = JSON.parse((await agent(['--output', 'json', 'remember kettle'])).stdout) as {
      sessionId: string;
    };
    await agent(['-p', '-r', first.sessionId, 'and now?']);
    expect(model.requests.at(-1)?.shown).toContain('remember kettle');
    const gone = JSON.parse((await agent(['--output', 'json', '--ephemeral', 'x'])).stdout) as {
      sessionId: string | null;
    };
    expect(gone.sessionId).toBeNull();
    await agent(['-p', '-c', 'last']);
    expect(model.requests.at(-1)?.shown).toContain('remember kettle');
  });

  it('answers a failure of the model with its reason', async () => {
    await writeFile(join(program.home, '.svc/agent/models.json'), '{"providers":{}}');
    const { code, stdout } = await agent(['--output', 'json', 'hello']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      text: null,
      error: expect.stringContaining('scripted'),
    });
  });

  it('is started without the token of the registry, offline, with settings of its own', async () => {
    script = [call('bash', { command: 'env' })];
    await agent(['-p', '--yolo', 'look'], {
      SVC_TOKEN: 'secret-token',
      PI_PACKAGE_DIR: '/nowhere',
    });
    expect(told()).toContain('PI_OFFLINE=1');
    expect(told()).toContain('PI_TELEMETRY=0');
    expect(told()).toContain('PI_SKIP_VERSION_CHECK=1');
    expect(told()).toContain(`PI_CODING_AGENT_DIR=${program.home}/.svc/agent`);
    expect(told()).not.toContain('secret-token');
    expect(existsSync(join(program.home, '.pi'))).toBe(false);
  });

  it('takes a prompt that looks like a flag or a file as text', async () => {
    await agent(['-p', '--message=--version']);
    expect(model.requests.at(-1)?.shown).toContain('--version');
    await agent(['-p', '@nobody.md']);
    expect(model.requests.at(-1)?.shown).toContain('@nobody.md');
  });

  describe('with nobody to ask', () => {
    it.each([
      ['auto', call('write', { path: 'in.txt', content: 'x' }), 'Successfully'],
      ['auto', call('write', { path: '../out.txt', content: 'x' }), 'Refused'],
      ['auto', call('write', { path: '.mcp.json', content: 'x' }), 'Refused'],
      ['auto', call('write', { path: '.claude/settings.json', content: 'x' }), 'Refused'],
      ['accept-edits', call('write', { path: 'in.txt', content: 'x' }), 'Successfully'],
      ['accept-edits', call('bash', { command: 'echo hello' }), 'Refused'],
      ['ask', call('write', { path: 'in.txt', content: 'x' }), 'Refused'],
      ['ask', call('bash', { command: 'echo hello' }), 'Refused'],
      ['ask', call('read', { path: 'notes.md' }), 'some notes'],
      ['yolo', call('write', { path: '../out.txt', content: 'x' }), 'Successfully'],
      ['yolo', call('bash', { command: 'echo hello' }), 'hello'],
      ['auto', call('read', { path: '~/.svc/agent/models.json' }), 'Refused'],
    ])('%s: %j → %s', async (mode, said, result) => {
      await writeFile(join(program.cwd, 'notes.md'), 'some notes');
      script = [said];
      expect((await agent(['-p', '--permission-mode', mode, 'go'])).code).toBe(0);
      expect(told()).toContain(result);
    });
  });

  describe('in the sandbox', () => {
    itIsolated('a command writes into the project, and nowhere else', async () => {
      const outside = join(program.home, 'outside.txt');
      await mkdir(join(program.cwd, '.git/hooks'), { recursive: true });
      script = [
        call('bash', {
          command: `echo a > a.txt; echo b > ${outside}; echo c > .git/hooks/pre-commit`,
        }),
        call('bash', {
          command: 'mkdir -p .claude && echo d > .claude/settings.json; echo e > .mcp.json',
        }),
        call('bash', { command: `cat ${program.home}/.svc/agent/models.json; ps -e | wc -l` }),
        call('bash', {
          command:
            'mv .git .git-old && mkdir -p .git/hooks && echo f > .git/hooks/pre-push; mv .github x; echo g > .github/mcp.json; mkdir -p .github/workflows && echo h > .github/workflows/a.yml',
        }),
        call('bash', { command: 'echo it\\\'s "$((6 * 7))" && exit 3' }),
      ];
      expect((await agent(['-p', 'go'])).code).toBe(0);
      expect(await written('a.txt')).toBe('a\n');
      expect(existsSync(outside)).toBe(false);
      for (const file of [
        '.git/hooks/pre-commit',
        '.git/hooks/pre-push',
        '.github/mcp.json',
        '.claude',
        '.mcp.json',
        '.svc',
        '.vscode',
      ])
        expect([file, existsSync(join(program.cwd, file))]).toEqual([file, false]);
      expect(await written('.github/workflows/a.yml')).toBe('h\n');
      const results = model.requests.at(-1)?.toolResults ?? [];
      expect(results[2]).not.toContain('providers');
      expect(results[4]).toContain("it's 42");
      expect(results[4]).toContain('code 3');
    });
  });

  describe('at a terminal', () => {
    onTerminals('asks before a write, and does what was answered', async () => {
      script = [call('write', { path: 'in.txt', content: 'x' }), { text: 'finished here' }];
      const args = ['agent', '--model', 'test/scripted', '--permission-mode', 'ask', 'go'];
      const { stdout } = await atTerminal(program, args, {
        env: { ...withPi(program), TERM: 'xterm-256color' },
        answers: [
          ['Allow the agent', keys.enter],
          ['finished here', '\u0004'],
        ],
      });
      expect(stdout).toContain('in.txt');
      expect(await written('in.txt')).toBe('x');
    });
  });

  describe('tool servers', () => {
    const entry = { command: process.execPath, args: [KETTLE] };
    const project = (servers: object): Promise<void> =>
      writeFile(join(program.cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }));

    it('of the user are there, and one that does not start is a warning', async () => {
      const servers = { kettle: entry, gone: { command: '/nowhere/at-all' }, odd: 7 };
      await writeFile(
        join(program.home, '.svc/agent/mcp.json'),
        `// mine\n${JSON.stringify({ mcpServers: servers })}`,
      );
      const { code, stderr } = await agent(['-p', 'hello']);
      expect(code).toBe(0);
      expect(model.requests.at(-1)?.tools.join()).toContain('mcp__kettle__');
      expect(stderr).toContain('"gone" did not start');
      expect(stderr).toContain('"odd" did not start');
    });

    it('of a project are left out until somebody has agreed, and `add` agrees', async () => {
      await project({ kettle: entry });
      const { stderr } = await agent(['-p', 'hello']);
      expect(stderr).toContain('left out, because nobody has agreed to them: kettle');
      expect(model.requests.at(-1)?.tools.join()).not.toContain('mcp__kettle__');
      await program.run(['agent', 'mcp', 'add', 'kettle', '--', entry.command, KETTLE]);
      await agent(['-p', 'hello']);
      expect(model.requests.at(-1)?.tools.join()).toContain('mcp__kettle__');
      await project({ kettle: { ...entry, env: { NODE_OPTIONS: '--require=./evil.cjs' } } });
      await agent(['-p', 'hello']);
      expect(model.requests.at(-1)?.tools.join()).not.toContain('mcp__kettle__');
    });

    onTerminals('of a project are asked about once', async () => {
      await project({ kettle: entry });
      const options = { env: withPi(program), answers: [['Start them?', 'y']] as const };
      await atTerminal(program, ['agent', '--model', 'test/scripted', '-p', 'hi'], options);
      expect(model.requests.at(-1)?.tools.join()).toContain('mcp__kettle__');
      await agent(['-p', 'hello']);
      expect(model.requests.at(-1)?.tools.join()).toContain('mcp__kettle__');
    });
  });

  it('does not load code of a project that nobody has agreed to', async () => {
    await mkdir(join(program.cwd, '.pi/extensions'), { recursive: true });
    const mark = join(program.home, 'ran');
    await writeFile(
      join(program.cwd, '.pi/extensions/x.js'),
      `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); module.exports = () => {};`,
    );
    const { code, stderr } = await agent(['-p', 'hello']);
    expect(code).toBe(7);
    expect(stderr).toContain('nobody has agreed');
    expect(existsSync(mark)).toBe(false);
    expect((await agent(['-p', '--yolo', 'hello'])).code).toBe(0);
    expect(existsSync(mark)).toBe(true);
  });

  it('keeps a memory, and shows it to the next session', async () => {
    script = [
      call('remember', { kind: 'note', text: 'The build needs Node 20.' }),
      call('remember', { kind: 'preference', topic: 'tests', text: 'Tables of cases.' }),
    ];
    await agent(['-p', 'go']);
    expect(await written('.svc/memory/index.md')).toBe('- The build needs Node 20.\n');
    expect(await written('.svc/memory/preferences/tests.md')).toBe('- Tables of cases.\n');
    await agent(['-p', 'next']);
    expect(model.requests.at(-1)?.shown).toContain('The build needs Node 20.');
    for (const flag of ['--ephemeral', '--no-memory']) {
      await agent(['-p', flag, 'next']);
      expect(model.requests.at(-1)?.shown).not.toContain('The build needs Node 20.');
      expect(model.requests.at(-1)?.tools).not.toContain('remember');
    }
  });
});
