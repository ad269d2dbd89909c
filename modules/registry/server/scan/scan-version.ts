import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, transition, type ReadDatabase } from '../../../persistence/contract/db.js';
import { scannerMissing } from '../../contract/errors.js';
import { moderationMachine, type ModerationEvent } from '../../contract/moderation.machine.js';
import { scannersPoint, type Scanner, type ScanVerdict } from '../../contract/scanners.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { openArchive } from '../../format/archive/read-archive.js';
import { storable } from '../publish/inline-texts.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { ScanRun } from './scan-run.entity.js';

interface Judgement {
  readonly event: ModerationEvent;
  readonly moderationError: string | null;
}

/** Lets every scanner look at a version. One that blocks is enough; one that breaks leaves the others without a verdict, too. */
@injectable()
class ScanVersion implements RunWork<ScanRun> {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  async perform({ versionId, scanners }: ScanRun, { signal }: Attempt): Promise<WriteResult | undefined> {
    const version = await this.database.manager.findOneBy(VersionEntity, { id: versionId });
    if (version === null) return undefined;
    const { contents } = await openArchive(await this.blobs.read(version.archiveSha256));
    for (const id of scanners) {
      signal.throwIfAborted();
      const verdict = await (await this.#scanner(id)).scan({ versionId, contents, signal });
      if (verdict.verdict === 'block') return this.#judge(versionId, blocked(verdict));
    }
    return this.#judge(versionId, { event: 'scanPassed', moderationError: null });
  }

  async ended({ versionId, error }: ScanRun, manager: EntityManager): Promise<void> {
    const why = error ?? 'The scan was cancelled.';
    await this.#judge(versionId, {
      event: 'scanBroke',
      moderationError: `${why} Publish the same version again to have it scanned again.`,
    })(manager);
  }

  /** Moderation, the latest version and what can be found follow in one unit of work. */
  #judge(versionId: string, { event, moderationError }: Judgement): WriteResult {
    return async (manager) => {
      const version = await manager.findOneBy(VersionEntity, { id: versionId });
      if (version === null) return;
      const { fullName } = await manager.findOneByOrFail(TileEntity, { id: version.tileId });
      const tile = await lockExistingTile(manager, fullName);
      // somebody else may have judged it before the lock was ours
      if (!(await manager.existsBy(VersionEntity, { id: versionId, state: moderationMachine.initial }))) return;
      const request = { entity: VersionEntity, id: versionId, machine: moderationMachine, event, set: { moderationError } };
      await transition(manager, request);
      await refreshTile(manager, this.database.engine, tile);
    };
  }

  async #scanner(id: string): Promise<Scanner> {
    const extension = this.extensions.of(scannersPoint).find((one) => one.id === id);
    if (extension === undefined) throw scannerMissing({ id });
    return await buildExtension(extension);
  }
}

const blocked = ({ reason }: Extract<ScanVerdict, { verdict: 'block' }>): Judgement => ({
  event: 'scanBlocked',
  moderationError: storable(reason),
});

export const versionScans = { entity: ScanRun, work: ScanVersion };
