/** The result of a fix run as text for people. */
import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { AppliedFixView } from '../contract/applied-fix-view.js';
import type { FixIterationView, FixResult } from '../contract/fix-view.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { scoreText } from './quality-text.js';

type Applied = Pick<ReviewRunView, 'reviewRunId'> &
  Partial<Pick<AppliedFixView, 'differences' | 'written' | 'applyWith'>>;

export function fixHead(
  { baselineScore, finalScore, config }: FixResult,
  style: TextStyle,
): string {
  const isReached = finalScore !== null && finalScore >= config.threshold;
  const final = scoreText(finalScore);
  return `${scoreText(baselineScore)} -> ${isReached ? style.green(final) : style.yellow(final)}`;
}

export function fixLines(
  fix: FixResult,
  { differences = '', written }: Applied,
  style: TextStyle,
): { readonly summary: readonly string[]; readonly lines: readonly string[] } {
  const { config, iterations, summaryOfChanges } = fix;
  const by = config.model === null ? 'by safe corrections only' : `by ${config.model}`;
  return {
    summary: [
      ...(summaryOfChanges === null ? [] : [summaryOfChanges]),
      `The aim is ${config.threshold}, in at most ${counted(config.maxIterations, 'iteration')}, ${by}`,
    ],
    lines: [
      ...(isSaidAlready(fix) ? [] : ['', 'ITERATIONS']),
      ...(isSaidAlready(fix) ? [] : iterations).flatMap((one) => iterationLines(one, style)),
      ...(differences === '' ? [] : ['', ...differences.split('\n').map(coloured(style))]),
      ...(written === undefined ? [] : ['', writtenLine(written)]),
    ],
  };
}

/** The only iteration adds nothing to the scores and the summary above. */
const isSaidAlready = ({ iterations }: FixResult): boolean =>
  iterations.length < 2 && iterations.every(({ dropped }) => dropped === null);

const writtenLine = (written: readonly string[]): string =>
  written.length === 0
    ? 'The files have these changes already; nothing was written.'
    : `Written: ${written.join(', ')}`;

function iterationLines(
  { iteration, score, dropped, changes }: FixIterationView,
  style: TextStyle,
): string[] {
  const result = dropped === null ? scoreText(score) : style.yellow(`dropped: ${dropped}`);
  return [`  ${iteration}  ${result}`, ...changes.map((change) => `     ${change}`)];
}

const coloured =
  (style: TextStyle) =>
  (line: string): string => {
    if (line.startsWith('+')) return style.green(line);
    return line.startsWith('-') ? style.red(line) : line;
  };

export function nextAfterFix(
  { files, finalScore, config }: FixResult,
  { reviewRunId, written, applyWith }: Applied,
): string | undefined {
  if (written !== undefined) return undefined;
  if (files.every(({ before, after }) => before === after)) {
    if (finalScore === null) return '`svc review run` shows the errors; correct them yourself.';
    return finalScore >= config.threshold
      ? undefined
      : '`svc review run` shows what to improve yourself.';
  }
  const command = applyWith ?? `svc review fix --run ${reviewRunId}`;
  const where =
    applyWith === undefined ? ' in the folder that was sent, to see the changes and' : ' to';
  return `nothing is written yet. Run \`${command}\`${where} write them.`;
}
