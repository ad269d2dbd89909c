/** The result of a quality review as text for people. */
import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type {
  CheckView,
  DimensionView,
  EvidenceView,
  JudgementView,
  QualityResult,
  SkillReviewView,
} from '../contract/quality-view.js';
import type { ReviewRunView } from '../contract/review-run-view.js';

/** As in `82/100`. */
export const scoreText = (score: number | null): string =>
  score === null ? 'no score' : `${score}/100`;

export function scoreHead(score: number | null, style: TextStyle): string {
  return score === null ? style.red(scoreText(score)) : style.green(scoreText(score));
}

export const qualityHead = ({ reviewScore }: QualityResult, style: TextStyle): string =>
  scoreHead(reviewScore, style);

export function qualityLines(
  { engine }: Pick<ReviewRunView, 'engine'>,
  { skills }: QualityResult,
  style: TextStyle,
): { readonly summary: readonly string[]; readonly lines: readonly string[] } {
  const several = skills.length > 1;
  return {
    summary: [
      ...(several ? [`The mean of ${counted(skills.length, 'skill')}, rounded down`] : []),
      ...engineLines(engine),
    ],
    lines: skills.flatMap((skill) => [
      ...(several ? ['', headingOf(skill, style)] : []),
      ...checkLines(skill, style),
      ...Object.entries(skill.judges).flatMap(([name, judge]) => judgeLines(name, judge, style)),
      ...leftOutLines(skill, style),
    ]),
  };
}

function engineLines(engine: ReviewRunView['engine']): string[] {
  if (engine === null) return [];
  const { name, version, model, reviewer = 'default' } = engine;
  return model === undefined
    ? [`Scored by rules, ${name} ${version}`]
    : [`Judged by ${model} with the reviewer ${reviewer}, ${name} ${version}`];
}

const headingOf = ({ name, path, reviewScore }: SkillReviewView, style: TextStyle): string =>
  `${style.bold(name)}  ${scoreHead(reviewScore, style)}  ${style.dim(path === '' ? '.' : path)}`;

/** Errors first: without them there is no score. */
function checkLines({ validation }: SkillReviewView, style: TextStyle): string[] {
  const { checks, errorCount, warningCount } = validation;
  const passed = checks.filter(({ status }) => status === 'passed').length;
  const open = (['error', 'warning'] as const).flatMap((wanted) =>
    checks.filter(({ status }) => status === wanted),
  );
  const counts = [
    `${passed} of ${counted(checks.length, 'check')} passed`,
    ...(errorCount > 0 ? [counted(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [counted(warningCount, 'warning')] : []),
  ];
  return ['', `CHECKS (${counts.join(', ')})`, ...open.flatMap((check) => lineOf(check, style))];
}

function lineOf({ name, status, message, details = {} }: CheckView, style: TextStyle): string[] {
  const { file, line, corrected } = details;
  const where =
    file === undefined ? '' : `${String(file)}${line === undefined ? '' : `:${String(line)}`}`;
  const word = status === 'error' ? style.red(status) : style.yellow(status);
  const right = typeof corrected === 'object' ? corrected.join('\n') : corrected;
  return [
    `  ${word}  ${name}${where === '' ? '' : `  ${style.cyan(where)}`}`,
    `    ${message}`,
    ...(right === undefined ? [] : ['    Correct:', ...indented(String(right), 6)]),
  ];
}

function judgeLines(name: string, judge: JudgementView, style: TextStyle): string[] {
  const { success, errorMessage, normalizedScore, scale, evaluation } = judge;
  const heading = `${name.toUpperCase()} (${Math.floor(normalizedScore * 100)} %)`;
  if (!success) return ['', heading, `  ${style.red(errorMessage ?? 'There is no judgement.')}`];
  const dimensions = Object.entries(evaluation.scores).flatMap(([id, dimension]) =>
    dimensionLines(`${id}  ${dimension.score}/${scale.max}`, dimension, style),
  );
  return ['', heading, ...dimensions];
}

function dimensionLines(heading: string, dimension: DimensionView, style: TextStyle): string[] {
  const { evidence, reasoning, suggestion, spread, cappedBy } = dimension;
  const answers =
    spread === undefined || spread[0] === spread[1] ? '' : `, answers from ${spread.join(' to ')}`;
  return [
    `  ${style.bold(heading)}${style.dim(answers)}`,
    `    ${reasoning}`,
    ...(cappedBy === undefined ? [] : [`    ${style.yellow(`Lowered: ${cappedBy}`)}`]),
    ...merged(evidence).flatMap((one) => evidenceLines(one, style)),
    ...(suggestion === null ? [] : [`    Better: ${suggestion}`]),
  ];
}

function evidenceLines(evidence: EvidenceView, style: TextStyle): string[] {
  const { file, line, excerpt, points, reason } = evidence;
  return [
    `    ${style.cyan(`${file}:${line}`)}  ${reason} (${signed(points)})`,
    ...(excerpt.trim() === '' ? [] : [`      ${style.dim(excerpt)}`]),
  ];
}

/** What one line shows several times is shown once, with all its points. */
function merged(evidence: readonly EvidenceView[]): readonly EvidenceView[] {
  const all = new Map<string, EvidenceView>();
  for (const one of evidence) {
    const key = JSON.stringify([one.file, one.line, one.reason]);
    const points = (all.get(key)?.points ?? 0) + one.points;
    all.set(key, Object.assign({}, all.get(key) ?? one, { points }));
  }
  return [...all.values()];
}

const signed = (exact: number): string => {
  const points = Math.round(exact * 100) / 100;
  return points > 0 ? `+${points}` : String(points);
};

const indented = (text: string, columns: number): string[] =>
  text.split('\n').map((line) => `${' '.repeat(columns)}${line}`);

function leftOutLines({ leftOut = [] }: SkillReviewView, style: TextStyle): string[] {
  if (leftOut.length === 0) return [];
  return ['', style.yellow('NOT SHOWN TO THE MODEL'), ...leftOut.map((line) => `  ${line}`)];
}

export function nextAfterQuality({ reviewScore, skills }: QualityResult): string | undefined {
  if (reviewScore === null && skills.length > 0)
    return 'correct the errors and review again. `svc review fix` proposes the corrections that are safe.';
  const isBest = skills.every(
    ({ validation, judges }) =>
      validation.warningCount === 0 &&
      Object.values(judges).every(({ evaluation: { scores } }) =>
        Object.values(scores).every(({ suggestion }) => suggestion === null),
      ),
  );
  if (isBest) return undefined;
  return 'improve what is listed and review again. `svc review fix` proposes changes to one skill and asks before it writes them.';
}
