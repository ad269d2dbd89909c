import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not, type FindOptionsWhere } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { ModeratedVersion } from '../../contract/moderation-commands.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { clearanceView } from '../read/tile-rows.js';

/** Versions that may need a decision of the operator. */
@injectable()
export class ModeratedVersions {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** Ids of the versions whose scan ended without a verdict. */
  async withoutVerdict(): Promise<readonly string[]> {
    const found = await this.database.manager.find(VersionEntity, {
      where: { state: 'error' },
      select: { id: true },
      order: { id: 'ASC' },
    });
    return found.map(({ id }) => id);
  }

  /** All versions that are blocked, in error or cleared, in order of name and age, the oldest first. */
  async all(): Promise<readonly ModeratedVersion[]> {
    const found = await this.#find([
      { state: In(['fail', 'error']) },
      { clearance: Not(IsNull()) },
    ]);
    return [...found].sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  async one(id: string): Promise<ModeratedVersion | undefined> {
    const [found] = await this.#find([{ id }]);
    return found;
  }

  async #find(where: FindOptionsWhere<VersionEntity>[]): Promise<readonly ModeratedVersion[]> {
    const { manager } = this.database;
    const versions = await manager.find(VersionEntity, { where, order: { publishedAt: 'ASC' } });
    const ids = new Set(versions.map(({ tileId }) => tileId));
    const tiles = await manager.findBy(TileEntity, { id: In([...ids]) });
    const names = new Map(tiles.map(({ id, fullName }) => [id, fullName]));
    return versions.map(({ tileId, semver, state, moderationError, clearance }) => ({
      name: names.get(tileId) ?? tileId,
      version: semver,
      moderationStatus: state,
      moderationError,
      moderationClearance: clearanceView(clearance),
    }));
  }
}
