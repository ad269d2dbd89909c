import { transitionOf } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { visibilityConflict } from '../../contract/errors.js';
import { moderationMachine } from '../../contract/moderation.machine.js';
import { moderationStatuses } from '../../contract/version-view.js';
import type { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';

/** True if this publish makes the plugin public. Throws without the sender's agreement, and if it would make the plugin private. */
export function goesPublic(
  tile: TileEntity,
  { wantsPrivate, agreed }: { wantsPrivate: boolean; agreed: boolean },
): boolean {
  if (wantsPrivate === tile.private) return false;
  if (wantsPrivate || !agreed)
    throw visibilityConflict({ name: tile.fullName, wants: wantsPrivate ? 'private' : 'public' });
  return true;
}

/** Moderates every version of a plugin anew when it becomes public. Returns the ids of those that now wait for a verdict and did not before. */
export async function moderateAgain(manager: EntityManager, tileId: string): Promise<string[]> {
  const judged: string[] = [];
  for (const state of moderationStatuses) {
    const step = transitionOf(moderationMachine, { state, event: 'wentPublic' });
    if (step === undefined) continue;
    const versions = await manager.find(VersionEntity, {
      where: { tileId, state },
      select: { id: true },
    });
    judged.push(...versions.map(({ id }) => id));
    await manager.update(
      VersionEntity,
      { tileId, state },
      {
        state: step.to,
        moderationError: null,
        severity: null,
        judgedAt: null,
        judgedBy: null,
        version: () => '"version" + 1',
      },
    );
  }
  return judged;
}
