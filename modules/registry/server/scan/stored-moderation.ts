import { hostKey, notFound, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { storable } from '../../../../toolbox/storable.js';
import { noScanner, nothingToClear } from '../../contract/errors.js';
import type { Moderation } from '../../contract/moderation.js';
import { type StoredClearance, VersionEntity } from '../entities/version.entity.js';
import { RescanRun } from './rescan-run.entity.js';
import { Scans } from './scans.js';
import { VerdictEntity } from './verdict.entity.js';
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

  /** Scans a version again for the operator. A version in `error` becomes `pending`. `anew` removes the clearance of the version. */
  rescan(versionId: string, { anew }: { readonly anew: boolean }): Promise<void> {
    return this.#change(versionId, async (manager, { version }) => {
      if (anew) await manager.update(VersionEntity, { id: versionId }, { clearance: null });
      if (version.state === 'error' && this.scans.wanted())
        await this.scans.beginAgain(manager, version);
      else await this.#rescan(manager, versionId);
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
        ...(await liftedBy(manager, locked)),
        public: !tile.private,
      };
      const set = { moderationError: null, clearance };
      await this.verdicts.change(manager, locked, { event: 'cleared', set });
    });
  }

  async #rescan(manager: EntityManager, versionId: string): Promise<void> {
    if (!this.scans.wanted()) throw noScanner();
    // a running rescan may have begun before the change that this one is for
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

/** Fingerprints of the findings that block the version now, and of those that were cleared before. */
async function liftedBy(
  manager: EntityManager,
  { tile, version: { id: versionId, judgedAt, clearance } }: LockedVersion,
): Promise<Pick<StoredClearance, 'fingerprints'>> {
  const verdicts =
    judgedAt === null ? [] : await manager.findBy(VerdictEntity, { versionId, judgedAt });
  // a block from before verdicts were kept is identified by its text
  if (verdicts.length === 0 && judgedAt !== null) return {};
  const counts = clearance !== null && (clearance.public || tile.private);
  const before = counts ? (clearance.fingerprints ?? []) : [];
  return {
    fingerprints: [...new Set([...before, ...verdicts.flatMap(({ blocking }) => blocking)])],
  };
}
