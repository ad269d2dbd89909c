import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { Judge } from './judge.js';
import { RescanRun } from './rescan-run.entity.js';
import { ScanRun } from './scan-run.entity.js';
import { Scans } from './scans.js';
import { Verdicts } from './verdicts.js';

/** Judges a version that waits as `pending`. */
@injectable()
class ScanVersion implements RunWork<ScanRun> {
  constructor(
    @inject(Judge) private readonly judge: Judge,
    @inject(Verdicts) private readonly verdicts: Verdicts,
    @inject(Scans) private readonly scans: Scans,
  ) {}

  async perform(run: ScanRun, { signal }: Attempt): Promise<WriteResult | undefined> {
    const verdict = await this.judge.verdictOn(run, signal);
    return verdict && this.verdicts.write(verdict, () => this.scans.begin(run.versionId));
  }

  async ended({ versionId, error }: ScanRun, manager: EntityManager): Promise<void> {
    const why = error ?? 'The scan was cancelled.';
    const hint = 'Publish the same version again to have it scanned again.';
    await this.verdicts.broke(manager, versionId, `${why} ${hint}`);
  }
}

/** Judges a version again. One that breaks changes nothing; the row of the run says why. */
@injectable()
class RescanVersion implements RunWork<RescanRun> {
  constructor(
    @inject(Judge) private readonly judge: Judge,
    @inject(Verdicts) private readonly verdicts: Verdicts,
    @inject(Scans) private readonly scans: Scans,
  ) {}

  async perform(run: RescanRun, { signal }: Attempt): Promise<WriteResult | undefined> {
    const verdict = await this.judge.verdictOn(run, signal);
    return verdict && this.verdicts.write(verdict, () => this.scans.beginRescan(run.versionId));
  }
}

export const versionScans = { entity: ScanRun, work: ScanVersion };
export const versionRescans = { entity: RescanRun, work: RescanVersion };
