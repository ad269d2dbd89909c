import { analyse, type BundleFile } from '../../engine/analyse.js';
import type { Report } from '../../engine/report.js';
import type { Release } from '../../engine/rules/manifest/new-capability.js';
import type { QualityReport } from '../../quality/report.js';
import { checksOf, type OperatorRules } from './operator-rules.js';

/** A bundle whose security is reviewed. */
export interface SecurityTask {
  readonly kind: 'security';
  readonly files: readonly BundleFile[];
  readonly release?: Release | undefined;
  readonly rules: readonly OperatorRules[];
}

/** A bundle whose quality is reviewed, without a model. */
export interface QualityTask {
  readonly kind: 'quality';
  readonly files: readonly BundleFile[];
}

/** A bundle, as it is passed to the thread. */
export type AnalysisTask = SecurityTask | QualityTask;

/** The report of a bundle. Throws where the engine has a bug. */
export async function answerTo(task: AnalysisTask): Promise<Report | QualityReport> {
  if (task.kind === 'quality') {
    const { assess } = await import('../../quality/assess.js');
    return assess(task.files);
  }
  const { files, release, rules } = task;
  return analyse(files, { release, checks: rules.flatMap(checksOf) });
}
