import type { Severity } from '../../../registry/contract/scanners.js';
import type { FindingView, Verdict } from '../../contract/review-run-view.js';
import type { StoredFinding, StoredReport } from './stored-report.js';

/** A report with the suppressions that apply on a day. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly overallSeverity: Severity | null;
  readonly findings: readonly FindingView[];
  readonly suppressed: number;
}

/** Suppressed findings stay in the list but do not affect the verdict. An undecided review stays undecided. */
export function outcomeOf(report: StoredReport, now: Date): Outcome {
  const today = dayOf(now);
  const active = new Map(
    report.suppressions.entries
      .filter(({ expires }) => expires >= today)
      .map(({ fingerprint, reason, expires }) => [fingerprint, { reason, expires }]),
  );
  const findings = report.findings.map((finding) => ({
    ...viewOf(finding),
    suppressed: active.get(finding.fingerprint) ?? null,
  }));
  const counted = findings.filter(({ suppressed }) => suppressed === null);
  const overallSeverity = counted[0]?.severity ?? null;
  return {
    verdict: verdictOf(report, overallSeverity),
    overallSeverity,
    findings,
    suppressed: findings.length - counted.length,
  };
}

/** As `2026-12-31`. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

function verdictOf({ verdict, files }: StoredReport, worst: Severity | null): Verdict {
  if (worst === 'CRITICAL') return 'fail';
  const unread = files.some(({ analysed }) => analysed === 'unread');
  return verdict === 'error' || unread ? 'error' : 'pass';
}

function viewOf(finding: StoredFinding): Omit<FindingView, 'suppressed'> {
  const { decoded, engine = 'rules', ...rest } = finding;
  const { file, line, excerpt } = finding;
  return {
    ...rest,
    issueDescription: `${file}:${line}: ${decoded?.text ?? excerpt}`,
    ...(decoded && { decoded }),
    engine,
  };
}
