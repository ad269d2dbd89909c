import { analyse, type BundleFile } from '../../engine/analyse.js';
import type { Report } from '../../engine/report.js';
import type { Release } from '../../engine/rules/manifest/new-capability.js';
import { checksOf, type OperatorRules } from './operator-rules.js';

/** A bundle, as it is passed to the thread. */
export interface AnalysisTask {
  readonly files: readonly BundleFile[];
  readonly release?: Release | undefined;
  readonly rules: readonly OperatorRules[];
}

/** The report of a bundle. Throws where the engine has a bug. */
export function answerTo({ files, release, rules }: AnalysisTask): Promise<Report> {
  return analyse(files, { release, checks: rules.flatMap(checksOf) });
}
