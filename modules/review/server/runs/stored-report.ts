import { inOrder } from '../../engine/findings.js';
import type { Finding, Report } from '../../engine/report.js';
import type { ModelReview } from './model-reviewer.js';
import type { Suppressions } from './suppressions.js';

/** A finding with its origin: `model` for what a language model has added. */
export type StoredFinding = Finding & { readonly engine?: 'model' };

/** The stored result of a review. */
export interface StoredReport extends Omit<Report, 'findings'> {
  readonly findings: readonly StoredFinding[];
  /** Why a model has not judged everything. */
  readonly undecided?: string;
  /** The entries of the bundle's `.svc-review.yml`; which of them apply depends on the day. */
  readonly suppressions: Suppressions;
}

/** The report with the findings of a model. The model removes nothing, and without its answer the verdict is never `pass`. */
export function withModel(
  report: StoredReport,
  { findings, undecided }: ModelReview,
): StoredReport {
  if (findings.length === 0 && undecided === undefined) return report;
  return {
    ...report,
    findings: [...report.findings, ...findings].sort(inOrder),
    ...(undecided !== undefined && { undecided, verdict: 'error' }),
  };
}
