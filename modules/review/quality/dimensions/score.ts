/** The score of a dimension from its features, with the lines that make it. */
import { capped } from '../caps.js';
import { excerptOf } from '../checks/check-rule.js';
import type { DimensionScore, Evidence } from '../report.js';
import type { Dimension, Feature, Located, Measure, Subject } from './feature.js';

export const SCALE = { min: 1, max: 5 } as const;
/** Lines that are shown for one feature. */
const SHOWN = 5;

interface Measured {
  readonly feature: Feature;
  readonly measure: Measure;
}

export function scoreOf(dimension: Dimension, subject: Subject): DimensionScore {
  const measured = dimension.features.map((feature) => ({
    feature,
    measure: feature.measure(subject),
  }));
  const evidence = measured.flatMap((one) => evidenceOf(one, subject));
  const points = measured.reduce(
    (sum, { feature, measure }) => sum + feature.points * measure.share,
    0,
  );
  const reached = rounded(Math.min(SCALE.max, Math.max(SCALE.min, SCALE.min + points)));
  const given: DimensionScore = { score: reached, reasoning: '', evidence, suggestion: null };
  const own = subject.caps.filter(
    (cap) => cap.dimension === dimension.id && cap.most !== undefined,
  );
  const { score, cappedBy } = capped(given, own, SCALE.min);
  const lost = score >= SCALE.max ? undefined : worst(measured);
  return {
    score,
    reasoning: reasoningOf(evidence, cappedBy),
    evidence,
    suggestion: lost?.feature.suggestion ?? null,
    ...(cappedBy !== undefined && { cappedBy }),
  };
}

function evidenceOf({ feature, measure }: Measured, subject: Subject): readonly Evidence[] {
  const shown = measure.at.slice(0, SHOWN);
  if (measure.share === 0 || shown.length === 0) return [];
  const points = rounded((feature.points * measure.share) / shown.length);
  return shown.map((at) => ({ ...shownAt(at, subject), points, reason: feature.reason }));
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

/** The feature that costs most. */
function worst(measured: readonly Measured[]): Measured | undefined {
  const lost = ({ feature: { points }, measure: { share } }: Measured): number =>
    points > 0 ? points * (1 - share) : -points * share;
  return measured.reduce<Measured | undefined>(
    (most, one) => (lost(one) > (most === undefined ? 0 : lost(most)) ? one : most),
    undefined,
  );
}

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

export const rounded = (value: number): number => Math.round(value * 100) / 100;
