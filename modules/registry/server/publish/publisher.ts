import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { tileArchived, versionExists } from '../../contract/errors.js';
import type { Bump } from '../../contract/tile-inputs.js';
import { moderationMachine } from '../../contract/moderation.machine.js';
import type { PublishedVersion } from '../../contract/published.js';
import { bringsHooks, noteContents } from '../facts/follow-latest.js';
import { FileEntity } from '../entities/file.entity.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { insertRows } from '../insert-rows.js';
import { Scans } from '../scan/scans.js';
import { select } from '../statement.js';
import { precedenceOf } from '../version-order.js';
import { findLatest } from './latest-version.js';
import { PublishListeners } from './publish-listeners.js';
import { refreshTile } from './refresh-tile.js';
import { standingOf, type WantedVersion } from './taken-versions.js';
import { lockTile } from './tile-lock.js';
import { fileRows, versionRow, type Publication } from './version-row.js';
import { VersionSuggestions } from './version-suggestions.js';
import { goesPublic, moderateAgain } from './visibility-change.js';

export type PublishRequest = Omit<Publication, 'state'> & {
  readonly workspace: WorkspaceSummary;
  /** Which part of the version to raise in the suggestion if the version is taken. */
  readonly bump: Bump;
  /** The sender agrees that a private plugin becomes public. */
  readonly agreedPublic: boolean;
};

export interface Published {
  readonly tile: TileEntity;
  readonly version: VersionEntity;
  readonly latest: VersionEntity | null;
  /** True if this version exists already with the same content. */
  readonly unchanged: boolean;
}

const TAKEN_SQL = `SELECT t."id" AS "id", t."full_name" AS "fullName" FROM "registry_tiles" t
  JOIN "registry_versions" v ON v."tile_id" = t."id" AND v."precedence" = ? WHERE t."full_name" = ?`;

/** Writes the rows of a version whose contents are durable, all in one unit of work. */
@injectable()
export class Publisher {
  private readonly suggestions: VersionSuggestions;

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(Scans) private readonly scans: Scans,
    @inject(PublishListeners) private readonly listeners: PublishListeners,
    @inject(hostKey) private readonly host: HostInfo,
  ) {
    this.suggestions = new VersionSuggestions(host.clock);
  }

  /** Throws `version_exists` for a taken version, before its contents are stored needlessly. */
  async refuseTaken(fullName: string, wanted: WantedVersion): Promise<void> {
    const [tile] = await select<{ id: string; fullName: string }>(this.database, TAKEN_SQL, [
      precedenceOf(wanted.version),
      fullName,
    ]);
    if (tile !== undefined) await this.findSame(this.database.manager, tile, wanted);
  }

  async publish(request: PublishRequest): Promise<Published> {
    const { upload, bump } = request;
    const { manifest } = upload.contents;
    const wanted = { version: manifest.version, fingerprint: upload.fingerprint, bump };
    const announce = await this.listeners.prepared();
    return this.unitOfWork.run(async (manager) => {
      this.host.fault?.('registry.publish-begun');
      await this.workspaces.hold(request.workspace.id);
      const tile = await lockTile(manager, {
        workspace: request.workspace,
        manifest,
        now: request.now,
      });
      const same = await this.findSame(manager, tile, wanted);
      if (same !== null) {
        await this.scans.beginAgain(manager, same);
        return { tile, version: same, latest: await findLatest(manager, tile), unchanged: true };
      }
      if (tile.archivedAt !== null)
        throw tileArchived({ name: tile.fullName, reason: tile.archivedReason });
      const nowPublic = goesPublic(tile, {
        wantsPrivate: manifest.private,
        agreed: request.agreedPublic,
      });
      if (nowPublic) await this.makePublic(manager, tile);
      const version = await this.insertVersion(manager, tile, request);
      this.host.fault?.('registry.version-inserted');
      tile.updatedAt = version.publishedAt;
      const latest = await refreshTile(manager, this.database.engine, { tile, nowPublic });
      await announce(announcementOf({ tile, version, request }));
      this.host.fault?.('registry.publish-complete');
      return { tile, version, latest, unchanged: false };
    });
  }

  /** The version when exactly this content is published under it already; `null` when it is free. Throws `version_exists` when it is taken. */
  private async findSame(
    manager: EntityManager,
    { id, fullName }: { id: string; fullName: string },
    wanted: WantedVersion,
  ): Promise<VersionEntity | null> {
    const standing = await standingOf(manager, id, wanted);
    if (standing.kind !== 'taken') return standing.kind === 'same' ? standing.version : null;
    const nextVersion = this.suggestions.suggest(fullName, wanted, standing.published);
    const { version } = wanted;
    throw versionExists(
      { name: fullName, version, nextVersion, unpublished: standing.unpublished },
      { details: { nextVersion } },
    );
  }

  private async makePublic(manager: EntityManager, tile: TileEntity): Promise<void> {
    tile.private = false;
    if (!this.scans.wanted()) return;
    for (const versionId of await moderateAgain(manager, tile.id))
      await this.scans.begin(versionId);
  }

  private async insertVersion(
    manager: EntityManager,
    tile: TileEntity,
    request: PublishRequest,
  ): Promise<VersionEntity> {
    const version = versionRow(tile.id, { ...request, state: this.scans.firstState() });
    await insertRows(manager, VersionEntity, [version]);
    await insertRows(manager, FileEntity, fileRows(version.id, request.upload));
    await noteContents(manager, version.id, bringsHooks(request.upload.contents));
    if (version.state === moderationMachine.initial) await this.scans.begin(version.id);
    return version;
  }
}

function announcementOf({
  tile,
  version,
  request: { caller },
}: {
  readonly tile: TileEntity;
  readonly version: VersionEntity;
  readonly request: PublishRequest;
}): PublishedVersion {
  const { id: tileId, fullName: name, workspaceId, organizationId, private: isPrivate } = tile;
  return {
    versionId: version.id,
    tileId,
    name,
    version: version.semver,
    workspaceId,
    organizationId,
    private: isPrivate,
    caller,
  };
}
