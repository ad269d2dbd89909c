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
      ...(iterations.length === 0 ? [] : ['', 'ITERATIONS']),
      ...iterations.flatMap((iteration) => iterationLines(iteration, style)),
      ...(differences === '' ? [] : ['', ...differences.split('\n').map(coloured(style))]),
      ...(written === undefined ? [] : ['', `Written: ${written.join(', ')}`]),
    ],
  };
}

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
  { files }: FixResult,
  { reviewRunId, written, applyWith }: Applied,
): string | undefined {
  if (written !== undefined || files.every(({ before, after }) => before === after))
    return undefined;
  const command = applyWith ?? `svc review fix --run ${reviewRunId}`;
  const where =
    applyWith === undefined ? ' in the folder that was sent, to see the changes and' : ' to';
  return `nothing is written yet. Run \`${command}\`${where} write them.`;
}
