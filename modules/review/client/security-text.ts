/** The result of a security review as text for people. */
import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { SecurityResult } from '../contract/review-run-view.js';
import { countsText, findingsLines, suppressedLines } from './finding-text.js';

export const verdictWords: Readonly<Record<SecurityResult['verdict'], string>> = {
  pass: 'pass',
  fail: 'fail',
  error: 'undecided',
};

export function securityHead({ verdict }: SecurityResult, style: TextStyle): string {
  return style[verdict === 'pass' ? 'green' : 'red'](verdictWords[verdict]);
}

export function securitySummary({ findings, files }: SecurityResult): string {
  const counts = countsText(findings.filter((finding) => finding.suppressed === null));
  const found = counts === '' ? 'Nothing found' : counts;
  return `${found} in ${counted(files.length, 'file')}`;
}

export function securityLines(result: SecurityResult, style: TextStyle): string[] {
  const { findings, omitted, undecided, warnings } = result;
  const open = findings.filter((finding) => finding.suppressed === null);
  return [
    ...findingsLines(open, style),
    ...(omitted > 0 ? ['', `${counted(omitted, 'more finding')} left out.`] : []),
    ...(undecided === null ? [] : ['', style.yellow(undecided)]),
    ...unreadLines(result, style),
    ...warnings.flatMap(({ file, line, message }) => [
      '',
      style.yellow(`${file}:${line}: ${message}`),
    ]),
    ...suppressedLines(findings, style),
  ];
}

function unreadLines({ files }: SecurityResult, style: TextStyle): string[] {
  const unread = files.filter(({ analysed }) => analysed === 'unread');
  if (unread.length === 0) return [];
  const lines = unread.map(({ path, reason = 'It could not be read.' }) => `  ${path}: ${reason}`);
  return ['', style.yellow('NOT REVIEWED'), ...lines];
}

export function nextAfterSecurity({ findings }: SecurityResult): string | undefined {
  if (findings.every(({ suppressed }) => suppressed !== null)) return undefined;
  return 'correct the files and review them again. A finding that is fine goes into .svc-review.yml by its fingerprint, with a reason and a last day.';
}
