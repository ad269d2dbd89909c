import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../contract/databases.js';
import { changeRows } from '../../e2e/registry-server.js';
import { rowsOf } from './stored.js';

const JOB_TABLES = [
  'review_jobs',
  'review_model_jobs',
  'review_quality_jobs',
  'review_version_quality_jobs',
  'review_judge_jobs',
  'review_fix_jobs',
  'review_model_fix_jobs',
];
const RUNS = `SELECT id, type, state, model, version_id, job_id, reused_from, tries, credits, report_sha256, improved_sha256 FROM review_runs ORDER BY created_at`;

export interface RunRow {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly model: string | null;
  readonly version_id: string | null;
  readonly job_id: string | null;
  readonly reused_from: string | null;
  readonly tries: string | number;
  readonly credits: string | number;
  readonly report_sha256: string | null;
  readonly improved_sha256: string | null;
}

export interface EntryRow {
  readonly reference: string;
  readonly state: string;
  readonly used: string | number;
}

/** What the server knows of reviews and fix runs, and of what they cost. */
export interface ReviewRows {
  readonly runs: readonly RunRow[];
  readonly entries: readonly EntryRow[];
  readonly accounts: readonly {
    readonly reserved: string | number;
    readonly used: string | number;
  }[];
  readonly jobs: readonly { readonly id: string; readonly state: string }[];
}

/** One after the other: runs that have ended are read with what their end has written. */
export async function reviewRows(location: DatabaseLocation): Promise<ReviewRows> {
  const runs = await rowsOf<RunRow>(location, RUNS);
  const jobs = JOB_TABLES.map((table) => `SELECT id, state FROM ${table}`).join(' UNION ALL ');
  return {
    runs,
    jobs: await rowsOf(location, jobs),
    entries: await rowsOf(location, 'SELECT reference, state, used FROM billing_entries'),
    accounts: await rowsOf(location, 'SELECT reserved, used FROM billing_accounts'),
  };
}

/** As if the minute of the lease were over, so that no test has to wait for it. */
export async function endLeases(location: DatabaseLocation): Promise<void> {
  for (const table of JOB_TABLES)
    await changeRows(
      location,
      `UPDATE ${table} SET lease_until = '2020-01-01T00:00:00.000Z' WHERE state = 'running'`,
    );
}

export const isGoingOn = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state === 'pending' || state === 'running';

/** All credits that were taken. */
export const usedIn = ({ accounts }: Pick<ReviewRows, 'accounts'>): number =>
  accounts.reduce((sum, { used }) => sum + Number(used), 0);

/**
 * What is wrong when nothing goes on any more: a run without its one end, or whose credits were taken twice, not at all, or for nothing. Takes it
 * for granted that fix runs carry out all their iterations. `hasBlob` says whether the content of a hash is stored.
 */
export function wrongIn(rows: ReviewRows, hasBlob: (sha256: string) => boolean): string[] {
  const { runs, entries, accounts, jobs } = rows;
  const states = new Map(jobs.map(({ id, state }) => [id, state]));
  const reserved = accounts.reduce((sum, account) => sum + Number(account.reserved), 0);
  const charged = entries.reduce((sum, { used }) => sum + Number(used), 0);
  const expected = runs.flatMap((run) => entriesOf(run, runs));
  return [
    ...runs.flatMap((run) => wrongWith(run, states, hasBlob)),
    ...difference(expected, entries.filter((entry) => !isJoined(entry, runs)).map(textOf)),
    ...(reserved === 0 ? [] : [`${reserved} credits are still reserved`]),
    ...(charged === usedIn(rows) ? [] : [`${usedIn(rows)} credits are used, not ${charged}`]),
  ];
}

/** Whether a content is stored in the data folder of a server. */
export const blobsOf =
  ({ dataDir }: Pick<DatabaseLocation, 'dataDir'>) =>
  (sha256: string): boolean =>
    existsSync(join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2)));

function wrongWith(
  run: RunRow,
  jobs: ReadonlyMap<string, string>,
  hasBlob: (sha256: string) => boolean,
): string[] {
  const { id, type, state, job_id: job, report_sha256: report, improved_sha256: improved } = run;
  const isCompleted = state === 'completed';
  const results = type === 'fix' ? [report, improved] : [report];
  return [
    ...(isGoingOn(run) ? [`${id} is ${state}`] : []),
    ...(job === null || jobs.get(job) === state ? [] : [`${id}: its job is ${jobs.get(job)}`]),
    ...results.flatMap((hash) => {
      if ((hash !== null) !== isCompleted) return [`${id} is ${state} with the result ${hash}`];
      return hash === null || hasBlob(hash) ? [] : [`${id}: ${hash} is missing`];
    }),
  ];
}

const textOf = ({ reference, state, used }: EntryRow): string =>
  `${reference} ${state} ${Number(used)}`;

/** A request that found the same review going on gave its reservation back, and began no run. */
const isJoined = ({ reference, state, used }: EntryRow, runs: readonly RunRow[]): boolean =>
  state === 'settled' &&
  Number(used) === 0 &&
  !runs.some(({ id }) => reference.startsWith(`review.run:${id}:`));

/** A reservation for each try; the last one is charged where there is a result. */
function entriesOf(run: RunRow, runs: readonly RunRow[]): string[] {
  const { id, state } = run;
  const [credits, tries] = [Number(run.credits), Number(run.tries)];
  if (credits === 0) return [];
  const used = state === 'completed' && !isPartOfAnother(run, runs) ? credits : 0;
  return Array.from({ length: tries }, (_, at) =>
    textOf({
      reference: `review.run:${id}:${at + 1}`,
      state: 'settled',
      used: at + 1 === tries ? used : 0,
    }),
  );
}

/** The review without a model of a version that a model judges costs nothing. */
const isPartOfAnother = (run: RunRow, runs: readonly RunRow[]): boolean =>
  run.version_id !== null &&
  run.model === null &&
  runs.some(({ version_id: id, model }) => id === run.version_id && model !== null);

function difference(expected: readonly string[], found: readonly string[]): string[] {
  return [
    ...expected.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
    ...found.filter((line) => !expected.includes(line)).map((line) => `too much: ${line}`),
  ];
}
