/** What the judges of a quality review say as text for people: what to do, then why. */
import type { TextStyle } from 'svc-registry/kernel';
import { shortened } from '../../../toolbox/shortened.js';
import type {
  DimensionView,
  EvidenceView,
  JudgementView,
  SkillReviewView,
} from '../contract/quality-view.js';

interface Advised {
  readonly id: string;
  readonly dimension: DimensionView;
  readonly scale: JudgementView['scale'];
}

/** What to do comes before why. */
export function adviceLines({ judges }: SkillReviewView, style: TextStyle): string[] {
  const all = Object.values(judges).flatMap(({ scale, evaluation }) =>
    Object.entries(evaluation.scores).map(([id, dimension]) => ({ id, dimension, scale })),
  );
  const advised = all.filter(({ dimension }) => dimension.suggestion !== null);
  if (advised.length === 0) return [];
  return [
    '',
    'TO IMPROVE (lowest score first)',
    ...[...advised]
      .sort((one, other) => reached(one) - reached(other))
      .flatMap((one) => advice(one, style)),
  ];
}

const reached = ({ dimension, scale: { min, max } }: Advised): number =>
  (dimension.score - min) / (max - min);

function advice({ id, dimension, scale }: Advised, style: TextStyle): string[] {
  const { score, suggestion, suggestionAt: at } = dimension;
  const where = at === undefined ? '' : `  ${style.cyan(`${at.file}:${at.line}`)}`;
  return [`  ${id}  ${score}/${scale.max}${where}`, `    ${suggestion ?? ''}`];
}

interface Judged {
  readonly name: string;
  readonly judge: JudgementView;
  readonly weight: string;
}

export function judgeLines({ name, judge, weight }: Judged, style: TextStyle): string[] {
  const { success, errorMessage, normalizedScore, scale, evaluation } = judge;
  const heading = `${name.toUpperCase()} (${Math.floor(normalizedScore * 100)} %${weight})`;
  if (!success) return ['', heading, `  ${style.red(errorMessage ?? 'There is no judgement.')}`];
  const dimensions = Object.entries(evaluation.scores).flatMap(([id, dimension]) =>
    dimensionLines(`${id}  ${dimension.score}/${scale.max}`, dimension, style),
  );
  return ['', heading, ...dimensions];
}

function dimensionLines(heading: string, dimension: DimensionView, style: TextStyle): string[] {
  const { evidence, reasoning, spread, cappedBy } = dimension;
  const answers =
    spread === undefined || spread[0] === spread[1] ? '' : `, answers from ${spread.join(' to ')}`;
  const reasons = grouped(evidence, ({ reason }) => reason);
  return [
    `  ${style.bold(heading)}${style.dim(answers)}`,
    // the evidence says the same, with the lines
    ...(evidence.length > 0 ? [] : [`    ${reasoning}`]),
    ...(cappedBy === undefined ? [] : [`    ${style.yellow(`Lowered: ${cappedBy}`)}`]),
    ...[...reasons].flatMap(([reason, lines]) => reasonLines(reason, lines, style)),
  ];
}

/** A reason with its points, and below it the lines that show it. */
function reasonLines(
  reason: string,
  evidence: readonly EvidenceView[],
  style: TextStyle,
): string[] {
  const points = evidence.reduce((sum, one) => sum + one.points, 0);
  const lines = grouped(evidence, ({ file, line }) => `${file}:${line}`);
  return [
    `    ${signed(points)}  ${reason}`,
    ...[...lines].map(([where, there]) => {
      const excerpts = new Set(there.map(({ excerpt }) => excerpt.trim()).filter(Boolean));
      return `      ${style.cyan(where)}  ${style.dim(shortened([...excerpts].join(' · '), SHOWN))}`.trimEnd();
    }),
  ];
}

/** Enough to recognise a line by; JSON has more. */
const SHOWN = 100;

function grouped(
  evidence: readonly EvidenceView[],
  keyOf: (one: EvidenceView) => string,
): ReadonlyMap<string, readonly EvidenceView[]> {
  const groups = new Map<string, EvidenceView[]>();
  for (const one of evidence) {
    const key = keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

const signed = (exact: number): string => {
  const points = Math.round(exact * 100) / 100;
  return points > 0 ? `+${points}` : String(points);
};
