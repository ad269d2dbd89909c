import { EventEmitter } from 'node:events';
import {
  Logger,
  makeWorkerUtils,
  run,
  runMigrations,
  type WorkerEvents,
  type WorkerSharedOptions,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { queueUnavailable } from '../../contract/errors.js';
import type { QueueWork, RunQueue, RunRef } from '../queue.js';
import { aborted, type Timers } from '../timers.js';

/** A worker holds a job only for moments before it claims the run. After this time the worker is considered dead. */
const HELD_SECONDS = 60;
/** Pause before a runner that stopped by itself is replaced. */
export const RESTART_MS = 6_000;
const MAX_ATTEMPTS = 5;

export interface GraphileParts {
  readonly pool: Pool;
  readonly log: Log;
  readonly timers: Timers;
}

const keyOf = ({ kind, id }: RunRef): string => `${kind}/${id}`;
const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** The queue of all processes that share a PostgreSQL database. Jobs are committed together with the rows of their runs. */
export class GraphileQueue implements RunQueue {
  private constructor(
    private readonly parts: GraphileParts,
    private readonly schema: string,
  ) {}

  /** Creates or updates the queue's tables; several processes may do so at once. */
  static async open(parts: GraphileParts): Promise<GraphileQueue> {
    const queue = new GraphileQueue(parts, await schemaFor(parts.pool));
    try {
      await runMigrations(queue.#options());
    } catch (error) {
      throw queueUnavailable(
        { schema: queue.schema, why: String((error as { message?: unknown }).message ?? error) },
        { cause: error },
      );
    }
    return queue;
  }

  async add(manager: EntityManager, run: RunRef, delayMs: number): Promise<void> {
    // without a queue name: its lock would outlive a dead worker by hours
    await manager.query(
      `SELECT ${quoted(this.schema)}.add_job($1, payload => $2::json, job_key => $3, max_attempts => $4,
        run_at => now() + $5 * interval '1 millisecond')`,
      [run.kind, JSON.stringify({ id: run.id }), keyOf(run), MAX_ATTEMPTS, Math.max(0, delayMs)],
    );
  }

  async forgotten(runs: readonly RunRef[]): Promise<readonly RunRef[]> {
    const { rows } = await this.parts.pool.query<{ key: string }>(
      `SELECT key FROM ${quoted(this.schema)}.jobs WHERE key = ANY($1) AND attempts < max_attempts AND run_at <= now()
        AND (locked_at IS NULL OR locked_at > now() - $2 * interval '1 second')`,
      [runs.map(keyOf), HELD_SECONDS],
    );
    const known = new Set(rows.map(({ key }) => key));
    return runs.filter((run) => !known.has(keyOf(run)));
  }

  async work(options: QueueWork): Promise<void> {
    const { signal } = options;
    while (!signal.aborted) {
      try {
        await this.#giveOut(options);
      } catch (error) {
        this.parts.log.error({ error }, 'the queue does not give out runs');
      }
      await this.#pause(signal);
    }
  }

  async clean(): Promise<void> {
    const utils = await makeWorkerUtils(this.#options());
    try {
      // jobs that were taken over from a dead worker are left behind
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
    } finally {
      await utils.release();
    }
  }

  #options(): WorkerSharedOptions {
    return { pgPool: this.parts.pool, schema: this.schema, logger: loggerFor(this.parts.log) };
  }

  /** Runs until the signal aborts or the library stops. */
  async #giveOut({ kinds, concurrency, signal, take }: QueueWork): Promise<void> {
    const task = (kind: string) => (payload: unknown) =>
      take({ kind, id: (payload as { id: string }).id });
    const runner = await run({
      ...this.#options(),
      taskList: Object.fromEntries(kinds.map(({ id }) => [id, task(id)])),
      events: this.#events(),
      concurrency,
      parsedCronItems: [],
      noHandleSignals: true,
      // behind a pooler each statement may run in another session
      noPreparedStatements: true,
      // makes `stop` wait until finished jobs are deleted from the tables
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    const ended = runner.promise.then(() => {
      if (!signal.aborted) throw new Error('the library stopped by itself');
    });
    await Promise.race([ended, aborted(signal)]);
    await runner.stop();
  }

  #events(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:listen:success', ({ client }) => {
      // a migration of any queue in the same database would stop this runner permanently; the
      // library subscribes right after this event
      queueMicrotask(() => void client.query('UNLISTEN "worker:migrate"').catch(() => undefined));
    });
    return events;
  }

  #pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((done) => {
      const { timers } = this.parts;
      const pause = timers.set(done, RESTART_MS);
      signal.addEventListener('abort', () => {
        timers.clear(pause);
        done();
      });
    });
  }
}

/** The queue's own schema, next to the one with the modules' tables: several installations may share a database. */
async function schemaFor(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>('SELECT current_schema() AS schema');
  const schema = rows[0]?.schema ?? 'public';
  return schema === 'public' ? 'graphile_worker' : `${schema}_graphile_worker`;
}

const serious: readonly string[] = ['error', 'warning'];

/** Logs the library's errors and warnings as warnings, and its other messages for debugging only. */
function loggerFor(log: Log): Logger {
  return new Logger(({ label }) => (level, message, meta) => {
    const fields = {
      queue: label,
      ...(meta?.['error'] === undefined ? {} : { error: meta['error'] }),
    };
    if (serious.includes(level)) log.warn(fields, message);
    else log.debug(fields, message);
  });
}
