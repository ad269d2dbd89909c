import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  readDatabaseKey,
  transition,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import { scannerMissing } from '../../contract/errors.js';
import { moderationMachine, type ModerationEvent } from '../../contract/moderation.machine.js';
import type { PluginContents } from '../../contract/plugin-format.js';
import {
  scannersPoint,
  severities,
  type Scanner,
  type ScanVerdict,
  type Severity,
} from '../../contract/scanners.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { storable } from '../publish/inline-texts.js';
import { PublishPolicies } from '../publish/publish-policies.js';
import { refreshTile } from '../publish/refresh-tile.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { Unpacker } from '../unpack/unpacker.js';
import { ScanRun } from './scan-run.entity.js';

interface Judgement {
  readonly event: ModerationEvent;
  readonly moderationError: string | null;
  readonly severity?: Severity | null;
}

interface ScanTarget {
  readonly version: VersionEntity;
  /** Their ids. */
  readonly scanners: readonly string[];
  readonly contents: PluginContents;
  readonly signal: AbortSignal;
}

/** Runs every scanner on a version. One that blocks is enough; if one fails, there is no verdict at all. */
@injectable()
class ScanVersion implements RunWork<ScanRun> {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(PublishPolicies) private readonly policies: PublishPolicies,
    @inject(Unpacker) private readonly unpacker: Unpacker,
  ) {}

  async perform(
    { versionId, scanners }: ScanRun,
    { signal }: Attempt,
  ): Promise<WriteResult | undefined> {
    const version = await this.database.manager.findOneBy(VersionEntity, { id: versionId });
    if (version === null) return undefined;
    const archive = await this.blobs.read(version.archiveSha256);
    const judgement = await this.unpacker.during(archive, { signal }, ({ contents }) =>
      this.#verdict({ version, scanners, contents, signal }),
    );
    return this.#judge(versionId, judgement);
  }

  async #verdict({ version, scanners, ...target }: ScanTarget): Promise<Judgement> {
    let worst: Severity | null = null;
    for (const id of scanners) {
      target.signal.throwIfAborted();
      const verdict = await (await this.#scanner(id)).scan({ versionId: version.id, ...target });
      worst = worse(worst, verdict.severity);
      if (verdict.verdict === 'block') return { ...blocked(verdict), severity: worst };
    }
    return { ...(await this.#policyVerdict(version, worst)), severity: worst };
  }

  /** Even if all scanners pass a version, the organization's publish policy may keep a public one offline. */
  async #policyVerdict({ tileId }: VersionEntity, severity: Severity | null): Promise<Judgement> {
    const passed = { event: 'scanPassed', moderationError: null } as const;
    if (severity === null) return passed;
    const tile = await this.database.manager.findOneBy(TileEntity, { id: tileId, private: false });
    if (tile === null || !(await this.policies.blocks(tile, severity))) return passed;
    return {
      event: 'scanBlocked',
      moderationError: `The scan found a problem of severity ${severity}, which the publish policy blocks.`,
    };
  }

  async ended({ versionId, error }: ScanRun, manager: EntityManager): Promise<void> {
    const why = error ?? 'The scan was cancelled.';
    await this.#judge(versionId, {
      event: 'scanBroke',
      moderationError: `${why} Publish the same version again to have it scanned again.`,
    })(manager);
  }

  /** Updates moderation, the latest version and the search documents in one unit of work. */
  #judge(versionId: string, { event, moderationError, severity = null }: Judgement): WriteResult {
    return async (manager) => {
      const version = await manager.findOneBy(VersionEntity, { id: versionId });
      if (version === null) return;
      const { fullName } = await manager.findOneByOrFail(TileEntity, { id: version.tileId });
      const tile = await lockExistingTile(manager, fullName);
      // another process may have judged it before this one got the lock
      const waiting = { id: versionId, state: moderationMachine.initial };
      if (!(await manager.existsBy(VersionEntity, waiting))) return;
      await transition(manager, {
        entity: VersionEntity,
        id: versionId,
        machine: moderationMachine,
        event,
        set: { moderationError, severity },
      });
      await refreshTile(manager, this.database.engine, { tile });
    };
  }

  async #scanner(id: string): Promise<Scanner> {
    const extension = this.extensions.of(scannersPoint).find((one) => one.id === id);
    if (extension === undefined) throw scannerMissing({ id });
    return await buildExtension(extension);
  }
}

function worse(one: Severity | null, other: Severity | undefined): Severity | null {
  if (other === undefined) return one;
  return one === null || severities.indexOf(other) > severities.indexOf(one) ? other : one;
}

const blocked = ({ reason }: Extract<ScanVerdict, { verdict: 'block' }>): Judgement => ({
  event: 'scanBlocked',
  moderationError: storable(reason),
});

export const versionScans = { entity: ScanRun, work: ScanVersion };
