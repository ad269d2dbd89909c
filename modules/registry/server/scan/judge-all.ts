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
import { LoadedScanners } from './loaded-scanners.js';
import { RescanRun } from './rescan-run.entity.js';
import { Rulesets } from './rulesets.js';
import { RulesetUses } from './ruleset-uses.js';
import { StoredModeration } from './stored-moderation.js';

/** Queued rescans, at most, so that the queue stays short with any number of versions. */
const AT_MOST = 100;
const EVERY_MS = 60_000;
/** Pause between rounds while there may be more versions to queue. */
const SOON_MS = 500;

/** Versions that were judged by other rules or never. A pending version is left out: it has its own scan. */
const NEXT_SQL = `SELECT v."id" AS "id" FROM "registry_versions" v
  WHERE (v."judged_by" IS NULL OR v."judged_by" < ? OR v."judged_by" > ?) AND v."state" <> 'pending' AND NOT EXISTS
    (SELECT 1 FROM "registry_rescans" r WHERE r."version_id" = v."id" AND r."state" IN ('queued', 'running')) LIMIT ?`;

/** Queues every version that the current rules have not judged: those published without a scanner, and all versions when the rules change. */
@injectable()
export class JudgeAll implements BackgroundWork {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(LoadedScanners) private readonly loaded: LoadedScanners,
    @inject(Rulesets) private readonly rulesets: Rulesets,
    @inject(RulesetUses) private readonly uses: RulesetUses,
    @inject(StoredModeration) private readonly moderation: StoredModeration,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    if (dedicated || this.loaded.ids().length === 0) return;
    const startedAt = this.host.clock();
    await repeat(
      async () => {
        const { key } = await this.rulesets.of();
        if (await this.uses.use(key, startedAt)) await this.#judgeBy(key, signal);
      },
      {
        everyMs: EVERY_MS,
        signal,
        failed: (err) => {
          this.host.log.warn({ err }, 'versions could not all be queued to be judged again');
        },
      },
    );
  }

  /** Queues versions until each one is judged by these rules or queued. */
  async #judgeBy(key: string, signal: AbortSignal): Promise<void> {
    const done = new AbortController();
    const round = async (): Promise<void> => {
      const room = Math.max(0, AT_MOST - (await this.#waiting()));
      const found = await select<{ id: string }>(this.database, NEXT_SQL, [key, key, room]);
      for (const { id } of found) if (!signal.aborted) await this.#judge(id);
      if (found.length < room) done.abort();
    };
    await repeat(round, {
      everyMs: SOON_MS,
      signal: AbortSignal.any([signal, done.signal]),
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
      // the version was unpublished since it was selected
      if (!notFound.is(error)) throw error;
    }
  }
}
