import { extensionsKey, transitionOf, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { transition } from '../../../persistence/contract/db.js';
import { moderationMachine } from '../../contract/moderation.machine.js';
import { scannersPoint } from '../../contract/scanners.js';
import type { ModerationStatus } from '../../contract/version-view.js';
import { VersionEntity } from '../entities/version.entity.js';
import { RescanRun } from './rescan-run.entity.js';
import { ScanRun } from './scan-run.entity.js';

/** Has versions scanned. What it writes is part of the surrounding unit of work. */
@injectable()
export class Scans {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(jobsKey) private readonly jobs: Jobs,
  ) {}

  /** `skipped` is decided in the publishing transaction, so that no version waits for a scan that never comes. */
  firstState(): ModerationStatus {
    const { initial } = moderationMachine;
    if (this.wanted()) return initial;
    return transitionOf(moderationMachine, { state: initial, event: 'noScanner' })?.to ?? initial;
  }

  /** Whether a scanner is loaded. */
  wanted(): boolean {
    return this.#scanners().length > 0;
  }

  /** For a version that has just become `pending`. */
  async begin(versionId: string): Promise<void> {
    await this.jobs.enqueue(ScanRun, { versionId, scanners: this.#scanners() });
  }

  /** For a version that keeps its state until it is judged again. */
  async beginRescan(versionId: string): Promise<void> {
    await this.jobs.enqueue(RescanRun, { versionId, scanners: this.#scanners() });
  }

  /** Takes a version whose scan broke back to `pending`; leaves any other as it is. */
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
    return this.extensions.of(scannersPoint).map(({ id }) => id);
  }
}
