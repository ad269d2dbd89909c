/** Findings as text for people. */
import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import { severities, type Severity } from '../../registry/contract/scanners.js';
import type { FindingView } from '../contract/review-run-view.js';

const colours: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = {
  CRITICAL: 'red',
  HIGH: 'red',
  MEDIUM: 'yellow',
  LOW: 'cyan',
};
const worstFirst = [...severities].reverse();

/** `2 critical, 1 low`; empty without findings. */
export function countsText(findings: readonly FindingView[]): string {
  const counts = worstFirst.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity.toLowerCase()}`];
  });
  return counts.join(', ');
}

/** The findings under the names of their severities, worst first. */
export function findingsLines(findings: readonly FindingView[], style: TextStyle): string[] {
  return worstFirst.flatMap((severity) => {
    const found = findings.filter((finding) => finding.severity === severity);
    if (found.length === 0) return [];
    const lines = found.flatMap((finding) => ['', ...findingLines(finding, style)]);
    return ['', style[colours[severity]](severity), ...lines.slice(1)];
  });
}

function findingLines(finding: FindingView, style: TextStyle): string[] {
  const { file, line, title, code, excerpt, decoded, reasoning, fix, fingerprint } = finding;
  const by = finding.engine === 'model' ? ', found by a model' : '';
  return [
    `  ${style.bold(title)}  ${style.dim(`${code}${by}`)}`,
    `  ${style.cyan(`${file}:${line}`)}`,
    ...(decoded === undefined
      ? [`    ${excerpt}`]
      : [`    ${decoded.text}  ${style.dim(`(hidden by ${decoded.steps.join(', ')})`)}`]),
    `  ${reasoning}`,
    `  Fix: ${fix}`,
    `  ${style.dim(`Fingerprint: ${fingerprint}`)}`,
  ];
}

/** One line for each finding that `.svc-review.yml` suppresses; none without any. */
export function suppressedLines(findings: readonly FindingView[], style: TextStyle): string[] {
  const lines = findings.flatMap(({ file, line, title, suppressed }) =>
    suppressed === null
      ? []
      : [`  ${file}:${line}  ${title} (until ${suppressed.expires}: ${suppressed.reason})`],
  );
  if (lines.length === 0) return [];
  return ['', `SUPPRESSED (${counted(lines.length, 'finding')})`, ...lines].map((line) =>
    style.dim(line),
  );
}
