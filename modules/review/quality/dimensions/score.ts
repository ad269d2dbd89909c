/** The score of a dimension from its features, with the lines that make it. */
import { capped, type Cap } from '../caps.js';
import { excerptOf } from '../checks/check-rule.js';
import type { DimensionScore, Evidence } from '../report.js';
import {
  wordsFor,
  type Dimension,
  type Feature,
  type Located,
  type Measure,
  type Subject,
} from './feature.js';

export const SCALE = { min: 1, max: 5 } as const;
/** Lines that are shown for one feature. */
const SHOWN = 5;

interface Measured {
  readonly feature: Feature;
  readonly measure: Measure;
}

/** The score of one dimension: the lowest of the scale, and the points of its evidence. */
export function scoreOf(dimension: Dimension, subject: Subject): DimensionScore {
  const measured = dimension.features.map((feature) => ({
    feature,
    measure: feature.measure(subject),
  }));
  const parts = withinScale(measured.map((one) => ({ ...one, hundredths: hundredthsOf(one) })));
  const evidence = parts.flatMap((part) => evidenceOf(part, subject));
  const points = parts.reduce((sum, { hundredths }) => sum + hundredths, 0);
  const reached = rounded(SCALE.min + points / HUNDRED);
  const given: DimensionScore = { score: reached, reasoning: '', evidence, suggestion: null };
  const caps = subject.caps.filter((cap) => cap.dimension === dimension.id);
  const limited = capped(given, caps, SCALE.min);
  const score = rounded(limited.score);
  const cost = rounded(reached - score);
  return {
    score,
    reasoning: reasoningOf(evidence, limited.cappedBy),
    evidence: cost === 0 ? evidence : [...evidence, capEvidence(caps, -cost, subject)],
    ...(score >= SCALE.max
      ? { suggestion: null }
      : adviceOf(measured, { dimension, subject, caps, cost })),
    ...(limited.cappedBy !== undefined && { cappedBy: limited.cappedBy }),
  };
}

const HUNDRED = 100;

interface Counted extends Measured {
  readonly hundredths: number;
}

const hundredthsOf = ({ feature, measure }: Measured): number =>
  Math.round(HUNDRED * feature.points * measure.share);

/** Takes what would lead out of the scale from the last that does. */
function withinScale(all: readonly Counted[]): readonly Counted[] {
  const sum = all.reduce((total, { hundredths }) => total + hundredths, 0);
  const most = HUNDRED * (SCALE.max - SCALE.min);
  let surplus = sum - Math.min(most, Math.max(0, sum));
  return [...all]
    .reverse()
    .map((one) => {
      const isMeant = Math.sign(one.hundredths) === Math.sign(surplus);
      const taken = isMeant ? Math.sign(surplus) * least(one.hundredths, surplus) : 0;
      surplus -= taken;
      return { ...one, hundredths: one.hundredths - taken };
    })
    .reverse();
}

const least = (one: number, other: number): number => Math.min(Math.abs(one), Math.abs(other));

/** The lines of a feature, which share its points. */
function evidenceOf({ feature, measure, hundredths }: Counted, subject: Subject): Evidence[] {
  const size = Math.abs(hundredths);
  const at = measure.at.length > 0 ? measure.at : [{ line: firstLine(subject) }];
  const shown = at.slice(0, Math.min(SHOWN, size));
  const each = Math.floor(size / shown.length);
  return shown.map((one, index) => ({
    ...shownAt(one, subject),
    points: (Math.sign(hundredths) * (each + (index < size % shown.length ? 1 : 0))) / HUNDRED,
    reason: wordsFor(feature.reason, subject),
  }));
}

const firstLine = ({ skill }: Subject): number =>
  Math.max(1, Math.min(skill.lines.length, skill.body.from + 1));

function capEvidence(caps: readonly Cap[], points: number, subject: Subject): Evidence {
  const reason = caps.map((cap) => cap.reason).join('; ');
  return { ...shownAt(capLine(caps, subject), subject), points, reason };
}

function capLine(caps: readonly Cap[], { skill, description }: Subject): Located {
  const [bodyLine] = caps.flatMap(({ line }) => line ?? []);
  return { line: bodyLine === undefined ? description.line : skill.body.from + bodyLine };
}

function shownAt(
  { file, line, excerpt }: Located,
  { skill }: Subject,
): Pick<Evidence, 'file' | 'line' | 'excerpt'> {
  const path = file ?? skill.file;
  const document =
    path === skill.file ? skill.body : skill.references.find((one) => one.file === path);
  return { file: path, line, excerpt: excerpt ?? excerptOf(document?.lines[line - 1] ?? '') };
}

interface Costs {
  readonly dimension: Dimension;
  readonly subject: Subject;
  readonly caps: readonly Cap[];
  /** What the caps cost. */
  readonly cost: number;
}

type Advice = Pick<DimensionScore, 'suggestion' | 'suggestionAt'>;

/** About what costs most. */
function adviceOf(measured: readonly Measured[], costs: Costs): Advice {
  const { dimension, subject, caps, cost } = costs;
  const part = dimension.about === 'description' ? subject.description.line : firstLine(subject);
  let most = cost;
  let found: Advice = { suggestion: null };
  if (cost > 0) found = adviceAt(caps[0]?.suggestion ?? null, capLine(caps, subject), subject);
  for (const { feature, measure } of measured) {
    const { points, suggestion } = feature;
    const lost = lostBy(points, measure);
    if (suggestion === undefined || lost <= most) continue;
    most = lost;
    // what is missing stands nowhere; a fault does
    const at = (points < 0 ? measure.at[0] : undefined) ?? { line: part };
    found = adviceAt(wordsFor(suggestion, subject), at, subject);
  }
  return found;
}

const lostBy = (points: number, { share }: Measure): number =>
  points > 0 ? points * (1 - share) : -points * share;

const adviceAt = (
  suggestion: string | null,
  { file, line }: Located,
  { skill }: Subject,
): Advice =>
  suggestion === null
    ? { suggestion }
    : { suggestion, suggestionAt: { file: file ?? skill.file, line } };

function reasoningOf(evidence: readonly Evidence[], cap: string | undefined): string {
  const gains = reasons(evidence.filter(({ points }) => points > 0));
  const losses = reasons(evidence.filter(({ points }) => points < 0));
  const parts = [
    gains === '' ? 'Nothing speaks for more than the lowest score.' : `For it: ${gains}.`,
    losses === '' ? '' : `Against it: ${losses}.`,
    cap === undefined ? '' : `Not above the cap, because ${cap}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Each reason once, with its points. */
function reasons(evidence: readonly Evidence[]): string {
  const sums = new Map<string, number>();
  for (const { reason, points } of evidence) sums.set(reason, (sums.get(reason) ?? 0) + points);
  return [...sums]
    .map(([reason, sum]) => `${reason} (${sum > 0 ? '+' : ''}${sum.toFixed(1)})`)
    .join('; ');
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
