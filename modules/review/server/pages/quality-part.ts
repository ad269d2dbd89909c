import { htmlSize, numberIn, partsOf } from '../../../../toolbox/parts.js';
import { view, type View } from '../../../web/contract/index.js';
import type {
  CheckView,
  DimensionView,
  EvidenceView,
  JudgementView,
  QualityResult,
  SkillReviewView,
} from '../../contract/quality-view.js';
import { spotOf, type FileLinks } from './file-links.js';
import { scoreBadge } from './words.js';

const template = new URL('quality.njk', import.meta.url);

/** Of a page; the markup of a skill is about as long as what it is made of. */
const LIMITS = { size: 40_000, entries: 10 };

/** Where a page of scores stands. */
export interface ShownAt {
  readonly links: FileLinks;
  /** Address of the page. */
  readonly address: string;
  readonly query: URLSearchParams;
}

/** The scores of skills, their points, and the lines that these come from: of many skills in parts. */
export function qualityPart({ skills }: QualityResult, { links, address, query }: ShownAt): View {
  const from = numberIn(query.get('from')) ?? 1;
  const rest = skills.slice(from - 1, from - 1 + LIMITS.entries);
  const [part] = partsOf(
    rest.map((skill) => htmlSize(JSON.stringify(skill))),
    LIMITS,
  );
  const next = from + (part?.end ?? 0);
  return view(template, {
    several: skills.length > 1,
    skills: rest.slice(0, part?.end).map((skill) => skillOf(skill, links)),
    first: from > 1 ? address : '',
    more: next <= skills.length ? `${address}?from=${next}` : '',
  });
}

function skillOf(skill: SkillReviewView, links: FileLinks) {
  const { name, path, reviewScore, validation, scoring, leftOut = [] } = skill;
  const { checks } = validation;
  const judges = Object.entries(skill.judges).map(([id, judge]) => judgeOf(id, judge, links));
  return {
    name,
    path: path === '' ? '.' : path,
    score: scoreBadge(reviewScore),
    components: scoring.components.map(({ id, weight, normalized }) => ({
      id,
      weight: `${Math.round(weight * 100)} %`,
      reached: normalized === null ? 'none' : `${Math.floor(normalized * 100)} %`,
    })),
    passed: checks.filter(({ status }) => status === 'passed').length,
    checksCount: checks.length,
    checks: checks
      .filter(({ status }) => status !== 'passed')
      .toSorted((one, other) => one.status.localeCompare(other.status))
      .map((check) => checkOf(check, links)),
    advice: judges
      .flatMap(({ dimensions }) => dimensions)
      .filter(({ suggestion }) => suggestion !== '')
      .toSorted((one, other) => one.reached - other.reached),
    judges,
    leftOut,
  };
}

const judgeOf = (
  id: string,
  { success, scale, evaluation, ...judge }: JudgementView,
  links: FileLinks,
) => ({
  id,
  error: success ? '' : (judge.errorMessage ?? 'There is no judgement.'),
  dimensions: Object.entries(evaluation.scores).map(([dimension, shown]) =>
    dimensionOf({ id: dimension, scale, shown }, links),
  ),
});

function checkOf({ name, status, message, details = {} }: CheckView, links: FileLinks) {
  const { file, line, corrected } = details;
  const right = typeof corrected === 'object' ? corrected.join('\n') : corrected;
  return {
    name,
    badge: { text: status, tone: status === 'error' ? 'bad' : 'warn' },
    message,
    spot:
      typeof file === 'string'
        ? spotOf(links, file, typeof line === 'number' ? line : undefined)
        : null,
    corrected: right === undefined ? '' : String(right),
  };
}

interface Dimension {
  readonly id: string;
  readonly scale: JudgementView['scale'];
  readonly shown: DimensionView;
}

function dimensionOf({ id, scale: { min, max }, shown }: Dimension, links: FileLinks) {
  const { score, reasoning, evidence, suggestion, suggestionAt, spread, cappedBy = '' } = shown;
  return {
    id: id.replaceAll('_', ' '),
    points: `${score} of ${max}`,
    reached: (score - min) / (max - min),
    // the evidence says the same, with the lines
    reasoning: evidence.length > 0 ? '' : reasoning,
    spread: spread === undefined || spread[0] === spread[1] ? '' : spread.join(' to '),
    cappedBy,
    reasons: reasonsOf(evidence, links),
    suggestion: suggestion ?? '',
    suggestionAt:
      suggestionAt === undefined ? null : spotOf(links, suggestionAt.file, suggestionAt.line),
  };
}

/** Each reason once, with its points and the lines that show it. */
function reasonsOf(evidence: readonly EvidenceView[], links: FileLinks) {
  const groups = new Map<string, EvidenceView[]>();
  for (const one of evidence) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
  return [...groups].map(([reason, lines]) => ({
    reason,
    points: signed(lines.reduce((sum, { points }) => sum + points, 0)),
    lines: lines.map(({ file, line, excerpt }) => ({
      spot: spotOf(links, file, line),
      excerpt: excerpt.trim(),
    })),
  }));
}

function signed(exact: number): string {
  const points = Math.round(exact * 100) / 100;
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
