import { analyse, type BundleFile } from '../../engine/analyse.js';
import type { Report } from '../../engine/report.js';
import type { Release } from '../../engine/rules/manifest/new-capability.js';
import type { SafelyFixed } from '../../quality/fixes/safe-fixes.js';
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

/** A skill whose texts are repaired, as far as that needs no judgement. */
export interface FixTask {
  readonly kind: 'fix';
  readonly files: readonly BundleFile[];
  /** The folder of the skill. */
  readonly folder: string;
}

/** A bundle, as it is passed to the thread. */
export type AnalysisTask = SecurityTask | QualityTask | FixTask;

/** What the thread says of a bundle. */
export type AnalysisAnswer = Report | QualityReport | SafelyFixed;

/** The report of a bundle; of a repaired skill the changed files alone. Throws where the engine has a bug. */
export async function answerTo(task: AnalysisTask): Promise<AnalysisAnswer> {
  if (task.kind === 'fix') {
    const { safeFixes } = await import('../../quality/fixes/safe-fixes.js');
    const { files, fixes } = safeFixes(task.files, task.folder);
    return { files: files.filter((file, index) => file !== task.files[index]), fixes };
  }
  if (task.kind === 'quality') {
    const { assess } = await import('../../quality/assess.js');
    return assess(task.files);
  }
  const { files, release, rules } = task;
  return analyse(files, { release, checks: rules.flatMap(checksOf) });
}
