import { hostKey, notFound, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { unpublishTooLate } from '../../contract/errors.js';
import type { TileRef, VersionRef } from '../../contract/tile-inputs.js';
import type { TileEntity } from '../entities/tile.entity.js';
import { TombstoneEntity } from '../entities/tombstone.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { insertRows } from '../insert-rows.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { exactTarget, tileTarget } from '../read/target.js';

/** How long a version of a public plugin may be taken back. */
const HOURS = 48;
const HOUR = 60 * 60 * 1000;

/** What to take back: all versions of a plugin, or one. */
interface Withdrawal {
  /** The plugin's full name. */
  readonly tile: string;
  readonly version?: { readonly id: string; readonly semver: string };
}

/** Unpublishes versions: deletes the rows and keeps tombstones. The contents become unreferenced blobs. */
@injectable()
export class Unpublisher {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async unpublish({ tile: name, version }: Withdrawal): Promise<void> {
    const now = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const tile = await lockExistingTile(manager, { fullName: name });
      const which = { tileId: tile.id, ...(version === undefined ? {} : { id: version.id }) };
      const select = { id: true, semver: true, precedence: true, publishedAt: true } as const;
      const versions = await manager.find(VersionEntity, { where: which, select });
      if (versions.length === 0)
        throw notFound(
          version === undefined
            ? { kind: 'plugin', id: name }
            : { kind: 'version', id: `${name}@${version.semver}` },
        );
      refuseLate(tile, versions, now);
      await manager.delete(VersionEntity, which);
      await insertRows(
        manager,
        TombstoneEntity,
        versions.map(({ precedence }) => ({ tileId: tile.id, precedence, unpublishedAt: now })),
      );
      await refreshTile(manager, this.database.engine, {
        tile: Object.assign(tile, { updatedAt: now }),
      });
    });
  }
}

function refuseLate(
  { fullName, private: isPrivate }: TileEntity,
  versions: readonly VersionEntity[],
  now: Date,
): void {
  if (isPrivate) return;
  const late = versions.find(
    ({ publishedAt }) => now.getTime() - publishedAt.getTime() > HOURS * HOUR,
  );
  if (late !== undefined)
    throw unpublishTooLate({ name: fullName, version: late.semver, hours: HOURS });
}

@injectable()
export class UnpublishTileHandler implements Handler<TileRef, void> {
  constructor(@inject(Unpublisher) private readonly unpublisher: Unpublisher) {}

  run(_input: TileRef, context: Context): Promise<void> {
    return this.unpublisher.unpublish({ tile: tileTarget(context).tile.fullName });
  }
}

@injectable()
export class UnpublishVersionHandler implements Handler<VersionRef, void> {
  constructor(@inject(Unpublisher) private readonly unpublisher: Unpublisher) {}

  async run(_input: VersionRef, context: Context): Promise<void> {
    const { tile, version } = exactTarget(context);
    await this.unpublisher.unpublish({ tile: tile.fullName, version });
  }
}
