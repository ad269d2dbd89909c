/** What the `server/` code of modules uses of background work. Knows TypeORM, by its types only. */
import type { EntityManager } from 'typeorm';
import {
  defineExtensionPoint,
  serviceKey,
  type Class,
  type Constructor,
  type Machine,
} from 'svc-registry/kernel';
import type { MachineRow } from '../../persistence/contract/db.js';
import type { RunEvent, RunState } from './run.machine.js';
import type { RunView } from './run-view.js';

export { runTable } from './db/run-table.js';
export { followRun, type Following } from './follow-run.js';

/** The columns that the runs of every module share. `RunEntity` has them for entities, `runTable` for migrations. */
export interface Run {
  id: string;
  state: RunState;
  /** Counts the changes of `state`. */
  version: number;
  /** Number of the present or last attempt, from 1; never used twice. A write of an older attempt is refused. */
  attempt: number;
  /** Attempts that count against the kind's `attempts`. */
  failures: number;
  /** Until then the present attempt holds the run. */
  leaseUntil: Date | null;
  /** Not before then. */
  availableAt: Date;
  /** The run fails when it is not over by then. */
  deadlineAt: Date | null;
  /** The progress that the work reported last. */
  progress: object | null;
  cancelRequestedAt: Date | null;
  /** Why the last attempt failed, for people. */
  error: string | null;
  createdAt: Date;
  /** When the first attempt began. */
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The columns that a kind of run adds. */
export type OwnColumns<R extends Run> = Omit<R, keyof Run>;

/** How runs of a kind are executed. */
export interface RunKindSettings {
  readonly summary: string;
  /** How often a run is tried before it fails; default 3. */
  readonly attempts?: number;
  /** Seconds before the second attempt, doubled for each further one up to `most`; default 10 and 600. Somewhat less by chance. */
  readonly backOff?: { readonly first: number; readonly most: number };
  /** Seconds after which a run is taken from a process that has stopped responding; default 60. The lease is renewed three times as often. */
  readonly leaseSeconds?: number;
  /** Seconds from the beginning of the first attempt within which a run must end; default 3600. An earlier `deadline` wins. */
  readonly timeLimitSeconds?: number;
  /**
   * `long` for work that takes minutes, such as that of an agent: it has processes' `SVC_LONG_JOB_CONCURRENCY` to itself, and the
   * kinds of this lane take turns. `apart` for much short work that may take its time: it neither waits for other kinds nor delays them.
   * Without a lane runs are worked on in the order in which they were enqueued.
   */
  readonly lane?: 'long' | 'apart';
  /** How many runs of this kind a process works on at once. For lanes only; default as many as the lane `long` allows, and 1 in `apart`. */
  readonly concurrency?: number;
}

/** Writes the result of an attempt, in the unit of work that ends the run. */
export type WriteResult = (manager: EntityManager) => Promise<void>;

/** One attempt at a run, as its work sees it. */
export interface Attempt {
  readonly number: number;
  /** Aborts when the run is cancelled or out of time, its lease is lost or the process stops. Work should stop soon after. */
  readonly signal: AbortSignal;
  /** Stores the progress. What has the form of `RunProgress` is shown to those who follow the run. Throws when this attempt no longer holds the run. */
  readonly progress: (progress: object) => Promise<void>;
  /**
   * From here on the work must not be done twice: if it fails, or its process vanishes (`worker_vanished`) or has to stop (`worker_stopped`), the run
   * fails. Throws when this attempt no longer holds the run.
   */
  readonly unrepeatable: () => Promise<void>;
}

/** Does the work of one kind of run. A new instance is built for each attempt. */
export interface RunWork<R extends Run> {
  /**
   * Does the work, outside any unit of work: it may be repeated, because a process can die during it. Answers how its
   * result is written. That happens in the unit of work that ends the run: once, and not at all when this attempt has
   * lost the run meanwhile.
   * An error for people (`defineError`) with exit code 6 or 1, and any other, is tried again; one with another exit code is final.
   */
  perform(run: R, attempt: Attempt): Promise<WriteResult | undefined>;
  /** The run ends without a result, `failed` with the error or `cancelled`; in the unit of work that ends it. */
  ended?(run: R, manager: EntityManager, error?: unknown): Promise<void>;
}

/** An object with a machine of its own, such as a review or a deploy, that goes where its run takes it. */
export interface DrivenObject<R extends Run> {
  readonly entity: Class<MachineRow>;
  readonly machine: Machine;
  /** Id of the object that the run belongs to. */
  idOf(run: R): string;
  /**
   * The event of `machine` that an event of the run causes, in the same unit of work. An object that is gone, or whose state
   * does not allow the event, stays as it is; only `retried` is refused then. Transitions with a guard are not taken.
   */
  readonly events: Readonly<Partial<Record<RunEvent, string>>>;
}

/** The code of a kind of run. */
export interface RunKind<R extends Run = Run> {
  /** Holds the runs; of this kind only. */
  readonly entity: Class<R>;
  readonly work: Constructor<RunWork<R>>;
  readonly drives?: DrivenObject<R>;
}

/**
 * Kinds of background work. A run of a kind is a row that survives crashes and restarts, and is tried again when it fails. The
 * contribution's id names the kind.
 */
export const runKindsPoint = defineExtensionPoint<RunKindSettings, RunKind>(
  'jobs.kinds',
  {
    fields: {
      summary: 'text',
      'attempts?': { min: 1 },
      'backOff?': { fields: { first: { min: 0 }, most: { min: 0 } } },
      'leaseSeconds?': { min: 1 },
      'timeLimitSeconds?': { min: 1 },
      'lane?': ['long', 'apart'],
      'concurrency?': { min: 1 },
    },
  },
  { pattern: '^[a-z][a-z\\d-]*\\.[\\w-]+$', is: 'named <module>.<kind>' },
);

export interface EnqueueOptions {
  /** The run fails when it is not over by then, also when it still waits: then it never begins. Default none. */
  readonly deadline?: Date;
}

/** Runs in the background. What it writes is part of the surrounding unit of work, if there is one. */
export interface Jobs {
  /** Answers the id of the new run. It begins after the unit of work has committed. */
  enqueue<R extends Run>(
    entity: Class<R>,
    values: OwnColumns<R>,
    options?: EnqueueOptions,
  ): Promise<string>;
  /** The same for many runs of one kind, with one statement. Answers their ids in the same order. */
  enqueueAll<R extends Run>(
    entity: Class<R>,
    values: readonly OwnColumns<R>[],
    options?: EnqueueOptions,
  ): Promise<readonly string[]>;
  /**
   * Answers a run: immediately, or with `wait` as soon as it is over, but after at most that many seconds. A waiting call reads the row twice a second, until
   * `signal` aborts. Errors: `not_found`.
   */
  look(
    entity: Class<Run>,
    id: string,
    options?: { readonly wait?: number | undefined; readonly signal?: AbortSignal },
  ): Promise<RunView>;
  /**
   * Asks for the end of a run. One that waits is `cancelled` immediately, one that runs as soon as its work has stopped;
   * one that is over stays as it is. Answers its state. Errors: `not_found`.
   */
  cancel(entity: Class<Run>, id: string): Promise<RunState>;
  /** Tries a failed run anew, with all its attempts and without the deadline that it was enqueued with. Errors: `not_found`, `wrong_state` (also of the object that the run drives), `stale_state`. */
  retry(entity: Class<Run>, id: string): Promise<void>;
}

/** Begins and ends runs, for server code of modules that require `jobs`. */
export const jobsKey = serviceKey<Jobs>('jobs.jobs');
