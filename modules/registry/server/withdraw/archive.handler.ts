import { hostKey, notFound, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { storable } from '../../../../toolbox/storable.js';
import type { ArchiveTileInput, ArchiveVersionInput } from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import type { VersionView } from '../../contract/version-view.js';
import { VersionEntity } from '../entities/version.entity.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { exactTarget, tileTarget } from '../read/target.js';
import { TileReader } from '../read/tile-reader.js';
import { tileView, versionView } from '../read/views.js';

type ArchiveChange = Pick<ArchiveTileInput, 'archived' | 'archivedReason'>;

type Archive = Pick<VersionEntity, 'archivedAt' | 'archivedReason'>;

/** An object's new archive fields. The time stays that of the first archiving. */
function archiveAfter(
  { archivedAt, archivedReason: before }: Archive,
  { archived, archivedReason: wanted }: ArchiveChange,
  now: Date,
): Archive {
  if (!archived) return { archivedAt: null, archivedReason: null };
  const reason = wanted === undefined ? before : storable(wanted.trim());
  return { archivedAt: archivedAt ?? now, archivedReason: reason === '' ? null : reason };
}

@injectable()
export class ArchiveTileHandler implements Handler<ArchiveTileInput, TileView> {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(TileReader) private readonly reader: TileReader,
  ) {}

  async run(input: ArchiveTileInput, context: Context): Promise<TileView> {
    const { fullName } = tileTarget(context).tile;
    const now = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const tile = await lockExistingTile(manager, { fullName });
      await refreshTile(manager, this.database.engine, {
        tile: Object.assign(tile, archiveAfter(tile, input, now), { updatedAt: now }),
      });
    });
    const found = await this.reader.tile(fullName);
    if (found === null) throw notFound({ kind: 'plugin', id: fullName });
    return tileView(found.tile, found.latest);
  }
}

@injectable()
export class ArchiveVersionHandler implements Handler<ArchiveVersionInput, VersionView> {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(TileReader) private readonly reader: TileReader,
  ) {}

  async run(input: ArchiveVersionInput, context: Context): Promise<VersionView> {
    const {
      tile: { fullName },
      version: { id, semver },
    } = exactTarget(context);
    const gone = () => notFound({ kind: 'version', id: `${fullName}@${semver}` });
    const now = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const tile = await lockExistingTile(manager, { fullName });
      const version = await manager.findOneBy(VersionEntity, { id });
      if (version === null) throw gone();
      await manager.update(VersionEntity, { id }, archiveAfter(version, input, now));
      await refreshTile(manager, this.database.engine, {
        tile: Object.assign(tile, { updatedAt: now }),
      });
    });
    const found = await this.reader.version(`${fullName}@${semver}`);
    if (found?.version == null) throw gone();
    return versionView(found.tile, found.version);
  }
}
