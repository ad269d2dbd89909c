/** The result of a quality review as text for people. */
import type { TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { CheckView, QualityResult, SkillReviewView } from '../contract/quality-view.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { adviceLines, judgeLines } from './judgement-text.js';

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
      ...adviceLines(skill, style),
      ...Object.entries(skill.judges).flatMap(([name, judge]) =>
        judgeLines({ name, judge, weight: weightOf(skill, name) }, style),
      ),
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

/** As in `; 40 % of the score`. */
function weightOf({ scoring }: SkillReviewView, part: string): string {
  const weight = scoring.components.find(({ id }) => id === part)?.weight;
  return weight === undefined ? '' : `; ${Math.round(weight * 100)} % of the score`;
}

/** Errors first: without them there is no score. */
function checkLines(skill: SkillReviewView, style: TextStyle): string[] {
  const { checks, errorCount, warningCount } = skill.validation;
  const passed = checks.filter(({ status }) => status === 'passed').length;
  const open = (['error', 'warning'] as const).flatMap((wanted) =>
    checks.filter(({ status }) => status === wanted),
  );
  const counts = [
    `${passed} of ${counted(checks.length, 'check')} passed`,
    ...(errorCount > 0 ? [counted(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [counted(warningCount, 'warning')] : []),
  ];
  return [
    '',
    `CHECKS (${counts.join(', ')}${weightOf(skill, 'validation')})`,
    ...open.flatMap((check) => lineOf(check, style)),
  ];
}

function lineOf({ name, status, message, details = {} }: CheckView, style: TextStyle): string[] {
  const { file, line, corrected, others } = details;
  const where =
    file === undefined ? '' : `${String(file)}${line === undefined ? '' : `:${String(line)}`}`;
  const word = status === 'error' ? style.red(status) : style.yellow(status);
  const right = typeof corrected === 'object' ? corrected.join('\n') : corrected;
  return [
    `  ${word}  ${name}${where === '' ? '' : `  ${style.cyan(where)}`}`,
    `    ${message}`,
    ...(typeof others === 'object' ? [`    Also: ${others.join('; ')}`] : []),
    ...(right === undefined ? [] : ['    Correct:', ...indented(String(right), 6)]),
  ];
}

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
