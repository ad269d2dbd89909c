import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { until } from '../until.js';
import type { Finished, Program, RunOptions } from './program.js';

/** Runs what follows at a terminal of so many columns: `script` of util-linux makes one. */
export const terminal = (columns: number): readonly string[] => [
  'sh',
  '-c',
  `exec script -qec "stty rows 40 cols ${columns}; exec $(printf "'%s' " "$@")" /dev/null`,
  'sh',
];
/** Tests that need one. */
export const onTerminals =
  spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0
    ? it
    : it.skip;

/** A key press as a terminal sends it. */
export const keys = { enter: '\r', interrupt: '\u0003' } as const;

interface Dialogue extends RunOptions {
  readonly columns?: number;
  /** What is waited for, and what is typed then; one after the other. */
  readonly answers?: readonly (readonly [question: string, typed: string])[];
}

/** Runs `svc` at a terminal, where somebody answers. stdout and stderr are one, as on a screen. */
export async function atTerminal(
  program: Program,
  args: readonly string[],
  dialogue: Dialogue = {},
): Promise<Finished> {
  const { columns = 80, answers = [], ...options } = dialogue;
  const running = program.start(args, { ...options, through: terminal(columns) });
  let read = 0;
  for (const [question, typed] of answers) {
    await until(() => running.stdout().includes(question, read) || running.child.exitCode !== null);
    expect(running.stdout().slice(read)).toContain(question);
    read = running.stdout().length;
    running.child.stdin?.write(typed);
  }
  return running.finished;
}
