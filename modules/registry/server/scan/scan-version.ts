import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { Judge } from './judge.js';
import { RescanRun } from './rescan-run.entity.js';
import { Rulesets } from './rulesets.js';
import { ScanRun } from './scan-run.entity.js';
import { Scans } from './scans.js';
import { type BrokenScan, Verdicts } from './verdicts.js';

/** Judges a `pending` version. */
@injectable()
class ScanVersion implements RunWork<ScanRun> {
  constructor(
    @inject(Judge) private readonly judge: Judge,
    @inject(Verdicts) private readonly verdicts: Verdicts,
    @inject(Scans) private readonly scans: Scans,
    @inject(Rulesets) private readonly rulesets: Rulesets,
  ) {}

  async perform(run: ScanRun, { signal }: Attempt): Promise<WriteResult | undefined> {
    const verdict = await this.judge.verdictOn(run, signal);
    return verdict && this.verdicts.write(verdict, () => this.scans.begin(run.versionId));
  }

  async ended(run: ScanRun, manager: EntityManager): Promise<void> {
    await this.verdicts.broke(manager, await brokenScan(run, this.rulesets));
  }
}

/** Judges a version again. A scan that fails does not change the version; the failure is in the version's history and in the row of the run. */
@injectable()
class RescanVersion implements RunWork<RescanRun> {
  constructor(
    @inject(Judge) private readonly judge: Judge,
    @inject(Verdicts) private readonly verdicts: Verdicts,
    @inject(Scans) private readonly scans: Scans,
    @inject(Rulesets) private readonly rulesets: Rulesets,
  ) {}

  async perform(run: RescanRun, { signal }: Attempt): Promise<WriteResult | undefined> {
    const verdict = await this.judge.verdictOn(run, signal);
    return verdict && this.verdicts.write(verdict, () => this.scans.beginRescan(run.versionId));
  }

  async ended(run: RescanRun, manager: EntityManager): Promise<void> {
    await this.verdicts.broke(manager, await brokenScan(run, this.rulesets));
  }
}

async function brokenScan(
  { versionId, scanners, error, startedAt, createdAt }: ScanRun,
  rulesets: Rulesets,
): Promise<BrokenScan> {
  const hint = 'Publish the same version again to have it scanned again.';
  const why = `${error ?? 'The scan was cancelled.'} ${hint}`;
  // a scanner that cannot be loaded cannot report its rules
  const rules = await rulesets.of(scanners).catch(() => undefined);
  return { versionId, why, rules, began: startedAt ?? createdAt };
}

export const versionScans = { entity: ScanRun, work: ScanVersion };
export const versionRescans = { entity: RescanRun, work: RescanVersion };
