import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { WriteResult } from '../../../jobs/contract/db.js';
import {
  readDatabaseKey,
  transition,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import { moderationMachine, type ModerationEvent } from '../../contract/moderation.machine.js';
import type { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import type { Verdict } from './judge.js';

/** What happens to a version's moderation. */
export interface ModerationChange {
  readonly event: ModerationEvent;
  readonly set: Partial<
    Pick<VersionEntity, 'moderationError' | 'severity' | 'judgedAt' | 'clearance'>
  >;
}

/** A version whose plugin is locked until the unit ends. */
export interface LockedVersion {
  readonly tile: TileEntity;
  readonly version: VersionEntity;
}

/** Writes moderation. The latest version and the search documents follow in the same unit of work. */
@injectable()
export class Verdicts {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** `again` has the version judged once more, if the verdict does not count because the plugin became public meanwhile. */
  write(verdict: Verdict, again: () => Promise<void>): WriteResult {
    return async (manager) => {
      const locked = await lockVersion(manager, verdict);
      if (locked === null) return;
      const { tile, version } = locked;
      if (tile.private === verdict.public) {
        await again();
        return;
      }
      // a scan that began later knows more
      if (version.judgedAt !== null && version.judgedAt > verdict.began) return;
      const blocks = isCleared(locked, verdict) ? null : verdict.blocks;
      await this.change(manager, locked, {
        event: blocks === null ? 'scanPassed' : 'scanBlocked',
        set: { moderationError: blocks, severity: verdict.severity, judgedAt: verdict.began },
      });
    };
  }

  /** The scan ended without a verdict. */
  async broke(manager: EntityManager, versionId: string, moderationError: string): Promise<void> {
    const found = await manager.findOneBy(VersionEntity, { id: versionId });
    const locked = found && (await lockVersion(manager, { versionId, tileId: found.tileId }));
    // another scan may have judged it meanwhile
    if (locked === null || locked.version.state !== moderationMachine.initial) return;
    await this.change(manager, locked, { event: 'scanBroke', set: { moderationError } });
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

/** `null` when the version is gone. */
export async function lockVersion(
  manager: EntityManager,
  { tileId, versionId }: Pick<Verdict, 'tileId' | 'versionId'>,
): Promise<LockedVersion | null> {
  const tile = await lockExistingTile(manager, { id: tileId });
  const version = await manager.findOneBy(VersionEntity, { id: versionId });
  return version && { tile, version };
}

/** Whether the operator has lifted exactly this block. What was said of a private plugin does not count for a public one. */
function isCleared({ tile, version: { clearance } }: LockedVersion, { blocks }: Verdict): boolean {
  return (
    clearance !== null &&
    blocks !== null &&
    clearance.lifted === blocks &&
    (clearance.public || tile.private)
  );
}
