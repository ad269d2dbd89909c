import type { EntityManager } from 'typeorm';
import type { Bump } from '../../contract/tile-inputs.js';
import { TombstoneEntity } from '../entities/tombstone.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { precedenceOf } from '../version-order.js';

/** A version that somebody wants to publish. */
export interface WantedVersion {
  readonly version: string;
  readonly fingerprint: string;
  /** Which part of the version to raise when it is taken. */
  readonly bump: Bump;
}

/** The state of a version: free, the same content, or other content. */
export type Standing =
  | { readonly kind: 'free' }
  | { readonly kind: 'same'; readonly version: VersionEntity }
  /** `published`: every version ever published, by precedence. */
  | {
      readonly kind: 'taken';
      readonly unpublished: boolean;
      readonly published: readonly string[];
    };

export async function standingOf(
  manager: EntityManager,
  tileId: string,
  wanted: WantedVersion,
): Promise<Standing> {
  const precedence = precedenceOf(wanted.version);
  const existing = await manager.findOneBy(VersionEntity, { tileId, precedence });
  if (existing?.semver === wanted.version && existing.fingerprint === wanted.fingerprint)
    return { kind: 'same', version: existing };
  const unpublished =
    existing === null && (await manager.existsBy(TombstoneEntity, { tileId, precedence }));
  if (existing === null && !unpublished) return { kind: 'free' };
  const buried = await manager.findBy(TombstoneEntity, { tileId });
  const rows = await manager.find(VersionEntity, {
    where: { tileId },
    select: { precedence: true },
  });
  return {
    kind: 'taken',
    unpublished,
    published: [...rows, ...buried].map((row) => row.precedence),
  };
}
