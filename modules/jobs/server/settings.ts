import { serviceKey, type HostInfo } from 'svc-registry/kernel';
import type { Engine } from '../../persistence/contract/db.js';
import { badSetting } from '../../persistence/contract/errors.js';

export interface JobsSettings {
  /** How many runs this process executes at once. */
  readonly concurrency: number;
}

export const jobsSettingsKey = serviceKey<JobsSettings>('jobs.settings');

const DEFAULT = 2;

/** `SVC_JOB_CONCURRENCY`; an empty value counts as not set. */
export function settingsFrom({ env }: Pick<HostInfo, 'env'>, engine: Engine): JobsSettings {
  const text = env['SVC_JOB_CONCURRENCY'] || String(DEFAULT);
  if (!/^\d{1,2}$/.test(text)) {
    throw badSetting({
      name: 'SVC_JOB_CONCURRENCY',
      why: `"${text}" is not a number from 0 to 99`,
      hint: `Without it, ${DEFAULT} runs are worked on at once.`,
    });
  }
  if (text === '0' && engine === 'sqlite') {
    const why =
      'with 0 the background work would never be done, because an SQLite database has no other processes';
    throw badSetting({
      name: 'SVC_JOB_CONCURRENCY',
      why,
      hint: 'Write 1 or more, or use PostgreSQL and `svc worker`.',
    });
  }
  return { concurrency: Number(text) };
}

/** The error for a worker process that is configured to execute no runs. */
export const idleWorker = (): Error =>
  badSetting({
    name: 'SVC_JOB_CONCURRENCY',
    why: 'with 0 this worker has nothing to do',
    hint: 'Write 1 or more, or start it with --concurrency.',
  });
