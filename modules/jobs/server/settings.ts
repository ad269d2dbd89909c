import { serviceKey, type HostInfo } from 'svc-registry/kernel';
import type { Engine } from '../../persistence/contract/db.js';
import { badSetting } from '../../persistence/contract/errors.js';
import type { Lane } from './kinds.js';

export interface JobsSettings {
  /** How many runs of each lane this process executes at once. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** How long runs may go on while the process stops. */
  readonly drainSeconds: number;
}

export const jobsSettingsKey = serviceKey<JobsSettings>('jobs.settings');

interface NumberSetting {
  readonly name: string;
  readonly most: number;
  readonly default: number;
  /** What happens without the setting. */
  readonly without: string;
}

const quick: NumberSetting = {
  name: 'SVC_JOB_CONCURRENCY',
  most: 99,
  default: 2,
  without: '2 runs are worked on at once',
};
const long: NumberSetting = {
  name: 'SVC_LONG_JOB_CONCURRENCY',
  most: 99,
  default: 1,
  without: 'one long run is worked on at a time',
};
const drain: NumberSetting = {
  name: 'SVC_JOB_DRAIN',
  most: 86_400,
  default: 5,
  without: 'runs may go on for 5 seconds',
};

type Text = string | undefined;

/** The settings of background work; an empty value counts as not set. */
export function settingsFrom({ env }: Pick<HostInfo, 'env'>, engine: Engine): JobsSettings {
  const some = concurrency(env['SVC_JOB_CONCURRENCY'], quick, engine);
  // who leaves background work to others, leaves all of it
  const ofLong = { ...long, default: some === 0 ? 0 : long.default };
  return {
    concurrency: {
      default: some,
      long: concurrency(env['SVC_LONG_JOB_CONCURRENCY'], ofLong, engine),
      // each kind has a limit of its own
      apart: some === 0 ? 0 : Infinity,
    },
    drainSeconds: numberOf(env['SVC_JOB_DRAIN'], drain),
  };
}

function concurrency(text: Text, setting: NumberSetting, engine: Engine): number {
  const value = numberOf(text, setting);
  if (value > 0 || engine !== 'sqlite') return value;
  throw badSetting({
    name: setting.name,
    why: 'with 0 the work would never be done, because an SQLite database has no other processes',
    hint: 'Write 1 or more, or use PostgreSQL and `svc worker`.',
  });
}

function numberOf(given: Text, setting: NumberSetting): number {
  const { name, most, without } = setting;
  const text = given || String(setting.default);
  if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw badSetting({
    name,
    why: `"${text}" is not a number from 0 to ${most}`,
    hint: `Without it, ${without}.`,
  });
}

/** The error for a worker process that is configured to execute no runs. */
export const idleWorker = (): Error =>
  badSetting({
    name: quick.name,
    why: `with 0, and without ${long.name}, this worker has nothing to do`,
    hint: 'Write 1 or more, or start it with --concurrency.',
  });
