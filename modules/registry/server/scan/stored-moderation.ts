import { hostKey, notFound, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { noScanner, nothingToClear } from '../../contract/errors.js';
import type { Moderation } from '../../contract/moderation.js';
import { VersionEntity } from '../entities/version.entity.js';
import { storable } from '../publish/inline-texts.js';
import { RescanRun } from './rescan-run.entity.js';
import { Scans } from './scans.js';
import { lockVersion, Verdicts, type LockedVersion } from './verdicts.js';

@injectable()
export class StoredModeration implements Moderation {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(Scans) private readonly scans: Scans,
    @inject(Verdicts) private readonly verdicts: Verdicts,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  judgeAgain(versionId: string): Promise<void> {
    return this.#change(versionId, (manager) => this.#rescan(manager, versionId));
  }

  /** As `judgeAgain`, for the operator: no block counts as lifted any more. */
  judgeAnew(versionId: string): Promise<void> {
    return this.#change(versionId, async (manager) => {
      await manager.update(VersionEntity, { id: versionId }, { clearance: null });
      await this.#rescan(manager, versionId);
    });
  }

  clear(versionId: string, reason: string): Promise<void> {
    return this.#change(versionId, async (manager, locked) => {
      const { tile, version } = locked;
      const { state, semver, moderationError } = version;
      if (state !== 'fail' && state !== 'error')
        throw nothingToClear({ name: tile.fullName, version: semver, status: state });
      const clearance = {
        clearedAt: this.host.clock().toISOString(),
        reason: storable(reason),
        lifted: state === 'fail' ? moderationError : null,
        public: !tile.private,
      };
      const set = { moderationError: null, clearance };
      await this.verdicts.change(manager, locked, { event: 'cleared', set });
    });
  }

  async #rescan(manager: EntityManager, versionId: string): Promise<void> {
    if (!this.scans.wanted()) throw noScanner();
    // one that runs may have begun before what this one is to look at
    const waiting = await manager.existsBy(RescanRun, { versionId, state: 'queued' });
    if (!waiting) await this.scans.beginRescan(versionId);
  }

  #change(
    versionId: string,
    work: (manager: EntityManager, locked: LockedVersion) => Promise<void>,
  ): Promise<void> {
    return this.unitOfWork.run(async (manager) => {
      const found = await manager.findOneBy(VersionEntity, { id: versionId });
      const locked = found && (await lockVersion(manager, { versionId, tileId: found.tileId }));
      if (locked === null) throw notFound({ kind: 'version', id: versionId });
      await work(manager, locked);
    });
  }
}
