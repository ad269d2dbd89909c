import { spawnSync } from 'node:child_process';
import { it } from '@jest/globals';
import { lesserUser } from '../modules/sandbox/isolation/bubblewrap.js';
import { describeByDayOn } from './contract/databases-by-day.js';
import { describeEachDatabase, describeOnSqlite } from './contract/databases.js';

type Suite = Parameters<typeof describeEachDatabase>[1];

/** Why launches cannot run in a sandbox here; `undefined` if they can. */
export function obstacle(): string | undefined {
  if (spawnSync('bwrap', ['--version']).error !== undefined) return 'install bubblewrap';
  // the sandbox binds the built programs, and a worker that is root starts it as another user
  const { status } = spawnSync('test', ['-r', process.cwd()], { cwd: '/', ...lesserUser() });
  return status === 0 ? undefined : 'let every user read this folder';
}

/** A suite of launches by the built programs; where they cannot run in a sandbox it is skipped, and says what to do. */
const inSandbox =
  (describeOn: typeof describeEachDatabase) =>
  (name: string, suite: Suite): void => {
    const missing = obstacle();
    if (missing === undefined) describeOn(name, suite);
    else it.skip(`${name}: ${missing} to run`, () => undefined);
  };

export const describeCloud = inSandbox(describeEachDatabase);
export const describeCloudOnSqlite = inSandbox(describeOnSqlite);

/** Once for each database; by day for this engine only. */
export const describeCloudByDayOn = (
  engine: Parameters<typeof describeByDayOn>[0],
  ...suite: Parameters<typeof describeEachDatabase>
): void => {
  inSandbox((name, tests) => {
    describeByDayOn(engine, name, tests);
  })(...suite);
};
