import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { openProgram, type Program, type Started } from '../e2e/program.js';
import { installTestModules } from '../e2e/test-modules.js';
import { keys, onTerminals, terminal } from '../e2e/terminal.js';
import { countsOf } from './harness/counts.js';
import { processesWith, untilProcesses } from './harness/processes.js';
import { between, rounds, wait } from './harness/rounds.js';

const ROUNDS = rounds(12, 200);

/** About twice the time that a command needs until its program runs. */
const LONGEST = 500;

/** Each way to end a command, as a person or a supervisor does it. */
const endings: Readonly<Record<string, (started: Started) => void>> = {
  'Ctrl+C': ({ child }) => void child.stdin?.write(keys.interrupt),
  'closed terminals': ({ child }) => void child.kill('SIGKILL'),
  SIGTERM: ({ child }) => void child.kill('SIGTERM'),
  SIGHUP: ({ child }) => void child.kill('SIGHUP'),
};
const atTerminals: ReadonlySet<string> = new Set(['Ctrl+C', 'closed terminals']);

describe('a command that is ended while a program is in its foreground', () => {
  const counts = countsOf('interrupt-the-foreground');
  let program: Program;
  beforeAll(async () => {
    program = await openProgram();
    await installTestModules(join(program.home, '.svc'), ['console']);
  });
  afterAll(() => program.close());

  onTerminals(
    `leaves no process behind, ${ROUNDS} times at random moments`,
    async () => {
      const names = Object.keys(endings);
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = names[round % names.length]!;
        const mark = `SVC_ROUND=${randomUUID()}`;
        const [variable, id] = mark.split('=') as [string, string];
        const started = program.start(['console', 'run', '--', 'sleep', '600'], {
          env: { [variable]: id },
          ...(atTerminals.has(name) && { through: terminal(80) }),
        });
        // the command itself, and what makes the terminal: before it is there, keys reach nobody
        const others = atTerminals.has(name) ? 2 : 1;
        await untilProcesses(mark, (pids) => pids.length >= others);
        await wait(between(0, LONGEST));
        if ((await processesWith(mark)).length > others)
          counts.add(`${name} while the program ran`);
        endings[name]!(started);
        await started.finished;
        expect(await untilProcesses(mark, (pids) => pids.length === 0)).toEqual([]);
        counts.add(name);
      }
    },
    600_000,
  );
});
