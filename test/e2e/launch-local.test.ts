import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../until.js';
import { openProgram, type Program } from './program.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const done = { status: 'succeeded', summary: 'Tea is made.' };

/** Writes down how it was started and answers as Claude Code does, without writing a file. */
const CLAUDE = `#!/bin/sh
printf '%s\\n' "$@" > args.txt
env > env.txt
case "$1" in -p) ;; *) echo "Claude has the terminal"; read -r line; echo "read $line"; exit 7;; esac
cat > prompt.txt
echo 'Warning: something'
echo '{"type":"system","subtype":"init"}'
printf '%s\\n' '{"type":"result","subtype":"success","is_error":false,"result":"It is done.\\n\\n\`\`\`json\\n{\\"status\\":\\"no_action\\",\\"summary\\":\\"There is tea.\\"}\\n\`\`\`"}'
`;

let program: Program;
/** The programs on PATH. */
let bin: string;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(program.cwd, path)), { recursive: true });
  await writeFile(join(program.cwd, path), text);
}

/** A skill whose agent, if it is the scripted one, does these steps. */
async function skill(name: string, steps: readonly object[], body = ''): Promise<string> {
  const script = `\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`;
  const head = `---\nname: ${name}\ndescription: Use in tests.\n---\n\n`;
  await write(`skills/${name}/SKILL.md`, `${head}${body}\n\n${script}`);
  return `file:skills/${name}`;
}

const read = (path: string): string => readFileSync(join(program.cwd, path), 'utf8');

beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'svc-bin-'));
  await writeFile(join(bin, 'claude'), CLAUDE);
  await chmod(join(bin, 'claude'), 0o755);
  await symlink(process.execPath, join(bin, 'node'));
  program = await openProgram({
    PATH: [bin, '/usr/bin', '/bin'].join(delimiter),
    ANTHROPIC_API_KEY: 'key',
    SVC_TOKEN: 'svc_key_secret',
  });
});
afterAll(async () => {
  await program.close();
  await rm(bin, { recursive: true });
});

const launch = (name: string, ...more: string[]) =>
  program.run(['launch', 'skill', name, '--agent', 'scripted', ...more]);

describe('svc launch skill on this machine', () => {
  it('prints the result', async () => {
    const name = await skill('tea', [{ print: 'noise' }, { result: done }]);
    expect(await launch(name)).toMatchObject({
      code: 0,
      stdout: 'succeeded  Tea is made.\n',
      stderr: '',
    });
  });

  it('prints one document with --json', async () => {
    const { code, stdout } = await launch(await skill('tea-json', [{ say: done }]), '--json');
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      answer: { launchRunId: null, status: 'completed', result: done },
    });
  });

  it('fails with exit code 8 when the result is failed, and prints it all the same', async () => {
    const failed = { status: 'failed', summary: 'No tea.', reason: 'The kettle is broken.' };
    const name = await skill('broken', [{ result: failed }]);
    expect(await launch(name)).toMatchObject({
      code: 8,
      stdout: 'failed  No tea.\nReason: The kettle is broken.\n',
    });
    const { code, stdout } = await launch(name, '--json');
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 8,
      answer: { launchRunId: null, status: 'failed', result: failed },
    });
  });

  it('shows no escape codes of the agent', async () => {
    const summary = 'Tea\u001b[31m \u0007is made.';
    const { stdout } = await launch(await skill('colours', [{ say: { ...done, summary } }]));
    expect(stdout).not.toMatch(/[\u001b\u0007]/);
  });

  it('runs the program of the agent with the prompt on stdin, and reads its answer', async () => {
    const name = await skill('real', [], 'Make tea for {{who}}.');
    const args = ['--agent', 'claude-code', '--input', 'who=Ada', '--instructions', 'Be quick.'];
    const ended = await program.run(['launch', 'skill', name, ...args, '--model', 'best']);
    expect(ended).toMatchObject({ code: 0, stdout: 'nothing to do  There is tea.\n' });
    expect(read('args.txt')).toMatch(
      /^-p\n--output-format\nstream-json\n--verbose\n--permission-mode\nacceptEdits\n--model\nbest\n--add-dir=.*\n$/,
    );
    expect(read('prompt.txt')).toContain('Make tea for Ada.');
    expect(read('prompt.txt')).toContain('Be quick.');
    expect(read('env.txt')).toContain('ANTHROPIC_API_KEY=key');
    expect(read('env.txt')).not.toContain('svc_key_secret');
  });

  it.each([
    [['launch', 'skill', 'file:skills/tea', '--agent', 'codex'], 4, 'Codex is not installed here'],
    [['launch', 'skill', 'file:skills/tea'], 2, 'with --agent'],
    [['launch', 'skill', 'file:skills/tea', '--agent', 'zed'], 2, 'it has no headless mode'],
    [['launch', 'skill', 'file:skills/tea', '--agent', 'scripted', '--repo', 'a/b'], 2, '--repo'],
    [['launch', 'skill', 'file:skills', '--agent', 'scripted'], 5, 'file:skills#tea'],
    [['launch', 'skill', 'tea', '--agent', 'scripted'], 2, '"tea" names no skill'],
    [['launch', 'skil', 'tea'], 2, 'Unexpected argument'],
    [['launch', 'skil'], 2, '"skil" cannot be launched'],
  ])('svc %j ends with %d before anything starts', async (args, code, says) => {
    const ended = await program.run(args);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(says);
  });

  it('names the variables of a key that is missing', async () => {
    const env = { ANTHROPIC_API_KEY: undefined };
    const ended = await program.run(
      ['launch', 'skill', 'file:skills/tea', '--agent', 'claude-code'],
      { env },
    );
    expect(ended.code).toBe(7);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain('none of ANTHROPIC_API_KEY,');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    '%s ends the agent with what it has started',
    async (signal) => {
      const file = join(program.cwd, `${signal}.pid`);
      const steps = [
        { run: `sleep 60 & echo $! > ${file}.new; mv ${file}.new ${file}` },
        { sleep: 60 },
      ];
      const args = ['launch', 'skill', await skill(signal.toLowerCase(), steps)];
      const { child, finished } = program.start([...args, '--agent', 'scripted'], { input: '' });
      await until(() => existsSync(file));
      child.kill(signal);
      const { code } = await finished;
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGKILL: 137 }[signal]);
      await until(() => !existsSync(`/proc/${readFileSync(file, 'utf8').trim()}/exe`));
    },
  );

  onTerminals('asks for inputs and ends with Ctrl+C', async () => {
    const name = await skill('asks', [
      { write: { path: 'asked.txt', content: '{{who}}' } },
      { sleep: 60 },
    ]);
    await write(
      'skills/asks/SKILL.md',
      read('skills/asks/SKILL.md').replace(
        'description:',
        'schemas: {inputs: {properties: {who: {description: For whom}}, required: [who]}}\ndescription:',
      ),
    );
    const answers = [
      ['For whom', `Ada${keys.enter}`],
      ['Scripted agent runs asks (0:01)', keys.interrupt],
    ] as const;
    const { code } = await atTerminal(program, ['launch', 'skill', name, '--agent', 'scripted'], {
      answers,
    });
    expect({ code, asked: read('asked.txt') }).toEqual({ code: 130, asked: 'Ada' });
  });
});

describe('an agent in this terminal', () => {
  onTerminals('has it, and ends the command with its exit code', async () => {
    const answers = [['Claude has the terminal', `hello${keys.enter}`]] as const;
    const { code, stdout } = await atTerminal(program, ['launch', 'claude-code'], { answers });
    expect({ code, stdout }).toEqual({
      code: 7,
      stdout: expect.stringContaining('read hello') as unknown,
    });
    expect(read('args.txt')).toBe('\n');
    expect(read('env.txt')).not.toContain('svc_key_secret');
  });

  onTerminals('begins with the skill with --interactive', async () => {
    const name = await skill('session', [
      { ask: 'How much?' },
      { write: { path: 'asked-in-session.txt', content: '{{who}}' } },
    ]);
    const { code } = await atTerminal(
      program,
      ['launch', 'skill', name, '--agent', 'scripted', '-i', '--input', 'who=Ada'],
      { answers: [['How much?', `a lot${keys.enter}`]] },
    );
    expect({ code, text: read('asked-in-session.txt') }).toEqual({ code: 0, text: 'Ada' });
  });

  it('says that the project is not set up for it', async () => {
    await write('project/svc.json', '{"agents": ["codex"]}\n');
    const { stderr } = await program.run(['launch', 'claude-code'], {
      cwd: join(program.cwd, 'project'),
    });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'not set up for Claude Code: `svc init --agent claude-code`',
    );
  });
});
