import { setTimeout } from 'node:timers/promises';
import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { isOver } from '../../../../jobs/contract/run.machine.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { nothingToIndex, reindexFailed } from '../../../contract/errors.js';
import type { ReindexInput, ReindexView } from '../../../contract/reindex.js';
import type { ReindexProgress } from './reindex-plugins.js';
import type { ReindexRun } from './reindex-run.entity.js';
import { Reindexings } from './reindexings.js';

const LOOK_EVERY_MS = 500;

/** Runs on the server's machine. On SQLite this process locks the database, so no server can take up the run before it ends. */
@injectable()
export class ReindexServerHandler implements Handler<ReindexInput, ReindexView> {
  constructor(
    @inject(Reindexings) private readonly reindexings: Reindexings,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async run(_input: ReindexInput, context: Context): Promise<ReindexView> {
    const plugins = await this.reindexings.plugins();
    if (plugins === 0) throw nothingToIndex();
    const id = await this.reindexings.begin(true);
    const run =
      this.database.engine === 'sqlite'
        ? await this.reindexings.find(id)
        : await this.#follow(id, context);
    if (run.state === 'failed' || run.state === 'cancelled')
      throw reindexFailed({ why: run.error ?? 'the run was cancelled' });
    return { run: id, state: run.state, done: progressOf(run).done, total: plugins };
  }

  async #follow(id: string, { progress, signal }: Context): Promise<ReindexRun> {
    for (;;) {
      const run = await this.reindexings.find(id);
      if (isOver(run.state)) return run;
      const { done, total } = progressOf(run);
      if (run.state === 'queued') progress.step('Waiting for a server or worker to begin');
      else
        progress.step('the search index', { phase: 'Rebuilding', done, total: Math.max(total, 1) });
      await setTimeout(LOOK_EVERY_MS, undefined, { signal });
    }
  }
}

const progressOf = ({ progress }: ReindexRun): ReindexProgress =>
  (progress as ReindexProgress | null) ?? { done: 0, total: 0, after: '' };
