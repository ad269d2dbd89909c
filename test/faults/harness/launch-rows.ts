import type { DatabaseLocation } from '../../contract/databases.js';
import { changeRows } from '../../e2e/registry-server.js';
import { rowsOf } from './stored.js';

/** A launch as it is in the tables. */
export interface LaunchRow {
  readonly id: string;
  /** What the test calls it. */
  readonly label: string;
  readonly state: string;
  readonly attempt: number;
  readonly failures: number;
  readonly result: { readonly status: string } | null;
  readonly failure: { readonly code: string } | null;
  readonly patch: string | null;
  /** Environments that are made for it and still there. */
  readonly environments: number;
  readonly log: readonly LogRow[];
}

interface LogRow {
  readonly n: number;
  readonly stream: string;
  readonly text: string;
}

const RUNS = `SELECT id, label, state, attempt, failures, result, failure, patch_sha256 AS patch,
  (SELECT count(*) FROM launch_environments e WHERE e.run_id = r.id) AS environments FROM launch_runs r`;

type Stored = Omit<LaunchRow, 'log' | 'environments'> & { readonly environments: string };

/** SQLite stores JSON as a text. */
const json = <T>(value: T | string | null): T | null =>
  typeof value === 'string' ? (JSON.parse(value) as T) : value;

/** The launches of this label: one, unless something is wrong. */
export async function launchRows(location: DatabaseLocation, label: string): Promise<LaunchRow[]> {
  const found = await rowsOf<Stored>(location, `${RUNS} WHERE label = '${label}'`);
  return Promise.all(
    found.map(async (row) => ({
      ...row,
      result: json(row.result),
      failure: json(row.failure),
      environments: Number(row.environments),
      log: await rowsOf<LogRow>(
        location,
        `SELECT n, stream, text FROM launch_log_entries WHERE run_id = '${row.id}' ORDER BY n`,
      ),
    })),
  );
}

/** As if the minute of the leases were over, so that no test has to wait for it. */
export const endLaunchLeases = (location: DatabaseLocation): Promise<void> =>
  changeRows(
    location,
    `UPDATE launch_runs SET lease_until = '2020-01-01T00:00:00.000Z' WHERE state = 'running'`,
  );

export const isOngoing = ({ state }: Pick<LaunchRow, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** What the scripted agent of these tests prints. */
export const SAID = 'tea is made';

interface Known {
  /** How often its agent has started. */
  readonly starts: number;
  readonly hasBlob: (sha256: string) => boolean;
}

/** What is wrong with a launch that is over: no end or two, an agent that has started twice, or something that is left. */
export function wrongWith(row: LaunchRow, { starts, hasBlob }: Known): string[] {
  const { state, result, failure, patch, environments, log } = row;
  const isCompleted = state === 'completed';
  const isDone = isCompleted && result?.status !== 'failed';
  const told = log.filter(({ text }) => text.includes(SAID)).length;
  const problems: readonly (readonly [boolean, string])[] = [
    [isOngoing(row), `it is ${state}`],
    [(result !== null) !== isCompleted, `it is ${state}, its result ${JSON.stringify(result)}`],
    [patch === null ? isDone : !isCompleted, `it is ${state}, its patch ${String(patch)}`],
    [patch !== null && !hasBlob(patch), 'its patch is missing'],
    [(failure !== null) !== (state === 'failed'), `it is ${state}: ${JSON.stringify(failure)}`],
    [starts > 1 || (isCompleted && starts !== 1), `its agent has started ${starts} times`],
    [environments > 0, 'its environment is still there'],
    [log.some(({ n }, at) => n !== at + 1), `its log has ${log.map(({ n }) => n).join()}`],
    [isDone && told !== 1, `its log says ${told} times what the agent said`],
  ];
  return problems.flatMap(([holds, text]) => (holds ? [`${row.label}: ${text}`] : []));
}
