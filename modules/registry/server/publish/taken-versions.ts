import type { EntityManager } from 'typeorm';
import { versionExists } from '../../contract/errors.js';
import { TombstoneEntity } from '../entities/tombstone.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { precedenceOf } from '../version-order.js';
import type { VersionSuggestions } from './version-suggestions.js';

/** A version that somebody wants to publish. */
export interface WantedVersion {
  readonly version: string;
  readonly fingerprint: string;
}

export interface VersionQuestion {
  readonly tile: { readonly id: string; readonly fullName: string };
  readonly wanted: WantedVersion;
  readonly suggestions: VersionSuggestions;
}

/** The version when exactly this content is published under it already; `null` when it is free. Throws `version_exists` when it is taken. */
export async function findSame(manager: EntityManager, { tile, wanted, suggestions }: VersionQuestion): Promise<VersionEntity | null> {
  const precedence = precedenceOf(wanted.version);
  const existing = await manager.findOneBy(VersionEntity, { tileId: tile.id, precedence });
  if (existing !== null && existing.semver === wanted.version && existing.fingerprint === wanted.fingerprint) return existing;
  const unpublished = existing === null && (await manager.existsBy(TombstoneEntity, { tileId: tile.id, precedence }));
  if (existing === null && !unpublished) return null;
  const buried = await manager.findBy(TombstoneEntity, { tileId: tile.id });
  const rows = await manager.find(VersionEntity, { where: { tileId: tile.id }, select: { precedence: true } });
  const published = [...rows, ...buried].map((row) => row.precedence);
  const next = suggestions.suggest(tile.fullName, precedence, published);
  throw versionExists({ name: tile.fullName, version: wanted.version, nextVersion: next, unpublished }, { details: { nextVersion: next } });
}
