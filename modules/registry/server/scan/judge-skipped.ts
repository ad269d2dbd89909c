import {
  hostKey,
  notFound,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { repeat } from '../../../../toolbox/repeat.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { select } from '../statement.js';
import { RescanRun } from './rescan-run.entity.js';
import { Scans } from './scans.js';
import { StoredModeration } from './stored-moderation.js';

/** Rescans that wait at most, so that the queue stays short however many versions there are. */
const AT_MOST = 100;
const EVERY_MS = 60_000;
/** Less than every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

const NEXT_SQL = `SELECT "id" FROM "registry_versions" WHERE "state" = 'skipped' AND "id" > ? ORDER BY "id" LIMIT ?`;

/**
 * Has the versions judged that were published before a scanner was loaded: after the start of a server, each of them once. What could not be
 * judged then is tried again after the next start.
 */
@injectable()
export class JudgeSkipped implements BackgroundWork {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Scans) private readonly scans: Scans,
    @inject(StoredModeration) private readonly moderation: StoredModeration,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    if (dedicated || !this.scans.wanted()) return;
    const done = new AbortController();
    let after = NIL;
    const round = async (): Promise<void> => {
      const room = Math.max(0, AT_MOST - (await this.#waiting()));
      const found = await select<{ id: string }>(this.database, NEXT_SQL, [after, room]);
      for (const { id } of found) {
        if (signal.aborted) return;
        await this.#judge(id);
        after = id;
      }
      if (found.length < room) done.abort();
    };
    await repeat(round, {
      everyMs: EVERY_MS,
      signal: AbortSignal.any([signal, done.signal]),
      failed: (err) => {
        this.host.log.warn({ err }, 'versions that were never judged could not all be queued');
      },
    });
  }

  #waiting(): Promise<number> {
    const state = In(['queued', 'running']);
    return this.database.manager.countBy(RescanRun, { state });
  }

  async #judge(versionId: string): Promise<void> {
    try {
      await this.moderation.judgeAgain(versionId);
    } catch (error) {
      // it was unpublished in this moment
      if (!notFound.is(error)) throw error;
    }
  }
}
