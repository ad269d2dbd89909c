/** A review as text for people: the verdict first, the next step last. */
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type {
  ReviewRunSummary,
  ReviewRunView,
  SecurityResult,
} from '../contract/review-run-view.js';
import { countsText, findingsLines, suppressedLines } from './finding-text.js';

export const verdictWords: Readonly<Record<SecurityResult['verdict'], string>> = {
  pass: 'pass',
  fail: 'fail',
  error: 'undecided',
};

export const subjectOf = ({ subject }: ReviewRunSummary): string =>
  subject.type === 'skill' ? subject.name : subject.tileRef;

export const reviewText: Renderer<ReviewRunView> = (view, style) => {
  const { security, gate } = view;
  const next = nextStep(view);
  return [
    headLine(view, style),
    ...(security === null ? failureLines(view) : [summaryOf(security)]),
    style.dim(idLine(view)),
    ...(security === null ? [] : resultLines(security, style)),
    ...(gate === 'fail' ? ['', style.red('The review does not pass --fail-on.')] : []),
    ...(next === undefined ? [] : ['', `${style.bold('Next:')} ${next}`]),
  ].join('\n');
};

function headLine(view: ReviewRunView, style: TextStyle): string {
  const { status, security, label } = view;
  const word = security === null ? status : verdictWords[security.verdict];
  const isBad = status === 'failed' || (security !== null && security.verdict !== 'pass');
  const coloured = isBad ? style.red(word) : security === null ? word : style.green(word);
  const name = label === null ? '' : `  ${label}`;
  return `${coloured}  ${style.bold(subjectOf(view))}${name}`;
}

function idLine({ reviewRunId, reusedFromReviewRunId: reused }: ReviewRunView): string {
  const same = reused === null ? '' : `, with the result of ${reused} for the same content`;
  return `Review ${reviewRunId}${same}`;
}

const failureLines = ({ status, failureReason }: ReviewRunView): string[] =>
  status === 'failed' ? [failureReason ?? 'The reason is not known.'] : [];

function summaryOf({ findings, files }: SecurityResult): string {
  const counts = countsText(findings.filter((finding) => finding.suppressed === null));
  const found = counts === '' ? 'Nothing found' : counts;
  return `${found} in ${counted(files.length, 'file')}`;
}

function resultLines(result: SecurityResult, style: TextStyle): string[] {
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

function nextStep({ status, reviewRunId, security }: ReviewRunView): string | undefined {
  if (status === 'failed') return `svc review retry ${reviewRunId}`;
  if (status === 'pending' || status === 'running') return `svc review view ${reviewRunId}`;
  if (security === null || !security.findings.some(({ suppressed }) => suppressed === null))
    return undefined;
  return 'correct the files and review them again. A finding that is fine goes into .svc-review.yml by its fingerprint, with a reason and a last day.';
}
