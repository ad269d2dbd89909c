import { transitionOf } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { transition } from '../../../persistence/contract/db.js';
import { moderationMachine } from '../../contract/moderation.machine.js';
import type { ModerationStatus } from '../../contract/version-view.js';
import { VersionEntity } from '../entities/version.entity.js';
import { LoadedScanners } from './loaded-scanners.js';
import { RescanRun } from './rescan-run.entity.js';
import { ScanRun } from './scan-run.entity.js';

/** Queues scans of versions. Its writes are part of the surrounding unit of work. */
@injectable()
export class Scans {
  constructor(
    @inject(LoadedScanners) private readonly loaded: LoadedScanners,
    @inject(jobsKey) private readonly jobs: Jobs,
  ) {}

  /** The state of a new version. `skipped` is decided in the publishing transaction, so that no version waits for a scan that never runs. */
  firstState(): ModerationStatus {
    const { initial } = moderationMachine;
    if (this.wanted()) return initial;
    return transitionOf(moderationMachine, { state: initial, event: 'noScanner' })?.to ?? initial;
  }

  /** Whether a scanner is in use. */
  wanted(): boolean {
    return this.#scanners().length > 0;
  }

  /** Queues the scan of a version that has just become `pending`. */
  async begin(versionId: string): Promise<void> {
    await this.jobs.enqueue(ScanRun, { versionId, scanners: this.#scanners() });
  }

  /** Queues another scan of a version, which keeps its state until the new verdict. */
  async beginRescan(versionId: string): Promise<void> {
    await this.jobs.enqueue(RescanRun, { versionId, scanners: this.#scanners() });
  }

  /** Returns a version whose scan failed to `pending` and queues its scan; other versions stay as they are. */
  async beginAgain(manager: EntityManager, version: VersionEntity): Promise<void> {
    if (version.state !== 'error' || !this.wanted()) return;
    const { to } = await transition(manager, {
      entity: VersionEntity,
      id: version.id,
      machine: moderationMachine,
      event: 'retried',
      set: { moderationError: null },
    });
    Object.assign(version, { state: to, moderationError: null });
    await this.begin(version.id);
  }

  #scanners(): string[] {
    return [...this.loaded.ids()];
  }
}
