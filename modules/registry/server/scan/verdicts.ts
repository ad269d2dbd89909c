import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { WriteResult } from '../../../jobs/contract/db.js';
import {
  readDatabaseKey,
  transition,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import { storable } from '../../../../toolbox/storable.js';
import { moderationMachine, type ModerationEvent } from '../../contract/moderation.machine.js';
import type { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { noteContents } from '../facts/follow-latest.js';
import { insertRows } from '../insert-rows.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { notLifted, whyBlocked } from './blockers.js';
import type { Verdict } from './judge.js';
import type { Rules } from './rulesets.js';
import { VerdictEntity } from './verdict.entity.js';

/** A change of the moderation of a version. */
export interface ModerationChange {
  readonly event: ModerationEvent;
  readonly set: Partial<
    Pick<VersionEntity, 'moderationError' | 'severity' | 'judgedAt' | 'judgedBy' | 'clearance'>
  >;
}

/** A scan that ended without a verdict. */
export interface BrokenScan {
  readonly versionId: string;
  readonly why: string;
  /** The rules of the scan; `undefined` if they could not be determined. */
  readonly rules: Rules | undefined;
  readonly began: Date;
}

/** A version whose plugin is locked until the unit of work ends. */
export interface LockedVersion {
  readonly tile: TileEntity;
  readonly version: VersionEntity;
}

/** Writes the moderation of versions, and updates the latest version and the search documents in the same unit of work. */
@injectable()
export class Verdicts {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** Writes a verdict. If the plugin became public or private since the scan began, the verdict does not apply, and `again` queues another scan. */
  write(verdict: Verdict, again: () => Promise<void>): WriteResult {
    return async (manager) => {
      const locked = await lockVersion(manager, verdict);
      if (locked === null) return;
      const { tile, version } = locked;
      if (tile.private === verdict.public) {
        await again();
        return;
      }
      await remember(manager, verdict);
      // versions of before it was recorded at publishing
      await noteContents(manager, verdict.versionId, verdict.bringsHooks);
      // the verdict of a scan that began later takes precedence
      if (version.judgedAt !== null && version.judgedAt > verdict.began) return;
      const blockers = verdict.opinions.flatMap((opinion) => opinion.blockers);
      const blocks = whyBlocked(notLifted(blockers, version.clearance, verdict.public));
      const { severity, began: judgedAt } = verdict;
      await this.change(manager, locked, {
        event: blocks === null ? 'scanPassed' : 'scanBlocked',
        set: { moderationError: blocks, severity, judgedAt, judgedBy: verdict.rules.key },
      });
    };
  }

  /** Records a scan without a verdict. Only a `pending` version changes its state. */
  async broke(manager: EntityManager, { versionId, why, rules, began }: BrokenScan): Promise<void> {
    const found = await manager.findOneBy(VersionEntity, { id: versionId });
    const locked = found && (await lockVersion(manager, { versionId, tileId: found.tileId }));
    if (locked === null) return;
    const judgedBy = rules?.key ?? null;
    const { state } = locked.version;
    await insertRows(manager, VerdictEntity, errorsOf(locked, { versionId, rules, began }));
    // another scan may have judged the version since
    if (state !== moderationMachine.initial) {
      await manager.update(VersionEntity, { id: versionId }, { judgedBy });
      return;
    }
    const set = { moderationError: storable(why), judgedBy };
    await this.change(manager, locked, { event: 'scanBroke', set });
  }

  async change(
    manager: EntityManager,
    { tile, version: { id } }: LockedVersion,
    { event, set }: ModerationChange,
  ): Promise<void> {
    const machine = moderationMachine;
    await transition(manager, { entity: VersionEntity, id, machine, event, set });
    await refreshTile(manager, this.database.engine, { tile });
  }
}

/** `null` if the version no longer exists. */
export async function lockVersion(
  manager: EntityManager,
  { tileId, versionId }: Pick<Verdict, 'tileId' | 'versionId'>,
): Promise<LockedVersion | null> {
  const tile = await lockExistingTile(manager, { id: tileId });
  const version = await manager.findOneBy(VersionEntity, { id: versionId });
  return version && { tile, version };
}

/** Adds the verdict to the history of the version. */
async function remember(manager: EntityManager, verdict: Verdict): Promise<void> {
  const { versionId, began: judgedAt, public: isPublic, opinions } = verdict;
  const rows = opinions.map(({ rules, verdict: word, severity, blockers }) => ({
    id: randomUUID(),
    versionId,
    ...rules,
    verdict: blockers.length > 0 ? ('block' as const) : word,
    severity,
    blocking: blockers.map(({ fingerprint }) => fingerprint),
    public: isPublic,
    judgedAt,
  }));
  await insertRows(manager, VerdictEntity, rows);
}

function errorsOf(
  { tile }: LockedVersion,
  { versionId, rules, began: judgedAt }: Omit<BrokenScan, 'why'>,
): readonly VerdictEntity[] {
  return (rules?.scanners ?? []).map((each) => ({
    id: randomUUID(),
    versionId,
    ...each,
    verdict: 'error' as const,
    severity: null,
    blocking: [],
    public: !tile.private,
    judgedAt,
  }));
}
