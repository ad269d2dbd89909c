import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { listenForInterrupts } from './exit.js';
import { foregroundIn } from './foreground.js';

const env = { PATH: process.env['PATH'] };
const options = { cwd: tmpdir(), env };

const noFolder = (cwd: string) => `the folder ${cwd} does not exist or cannot be entered`;

function open() {
  const interrupts = listenForInterrupts();
  const run = foregroundIn({ interrupts, terminal: { status: () => undefined }, json: true });
  return { run, interrupts };
}

describe('a program in the foreground', () => {
  it('answers each of the 256 exit codes', async () => {
    const { run, interrupts } = open();
    for (let code = 0; code < 256; code += 1)
      expect(await run('sh', ['-c', `exit ${code}`], options)).toEqual({ code, signal: null });
    interrupts.dispose();
  });

  it.each([
    ['SIGKILL', 137],
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('that %s ends answers %d', async (signal, code) => {
    const { run, interrupts } = open();
    const killed = run('sh', ['-c', `kill -s ${signal.slice(3)} $$`], options);
    expect(await killed).toEqual({ code, signal });
    interrupts.dispose();
  });

  it('has the environment that it is given, and no other', async () => {
    const { run, interrupts } = open();
    const only = { cwd: tmpdir(), env: { PATH: process.env['PATH'], MOOD: 'good' } };
    const seen = ['-c', '[ "$MOOD" = good ] && [ -z "$HOME" ]'];
    expect(await run('sh', seen, only)).toMatchObject({ code: 0 });
    interrupts.dispose();
  });

  it.each([
    { program: 'no-such-program', why: 'it was not found' },
    { program: import.meta.filename, why: 'it is not executable' },
    { program: `${import.meta.filename}/x`, why: 'it was not found' },
    { program: 'sh', cwd: '/nowhere', why: noFolder('/nowhere') },
    { program: 'sh', cwd: import.meta.filename, why: noFolder(import.meta.filename) },
    { program: 'sh', length: 3_000_000, why: 'its arguments and environment are too long' },
  ])('that cannot be started says why: $why', async (started) => {
    const { program, cwd = tmpdir(), length = 0, why } = started;
    const { run, interrupts } = open();
    await expect(run(program, ['x'.repeat(length)], { cwd, env })).rejects.toMatchObject({
      code: 'program_not_started',
      message: `The program \`${program}\` cannot be started: ${why}.`,
    });
    interrupts.dispose();
  });

  it('is not started after Ctrl+C', async () => {
    const { run, interrupts } = open();
    interrupts.interrupt('SIGINT');
    await expect(run('sh', ['-c', 'exit 0'], options)).rejects.toThrow('aborted');
    interrupts.dispose();
  });
});
