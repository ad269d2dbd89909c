import { numberIn } from '../../../../toolbox/parts.js';
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

/** Skills in a part of the table. */
const MOST_ROWS = 100;

/** Where a page of scores stands. */
export interface ShownAt {
  readonly links: FileLinks;
  /** Address of the page. */
  readonly address: string;
  /** Names the skill as `skill`, without it the one with the lowest score is shown; `from` is the number of the first row. */
  readonly query: URLSearchParams;
}

/** The scores of all skills, and of one of them the points with the lines that these come from: all points of many skills are more than a page can hold. */
export function qualityPart({ skills }: QualityResult, { links, address, query }: ShownAt): View {
  const [worst] = skills.toSorted((one, other) => scoreIn(one) - scoreIn(other));
  const shown = skills.find(({ name }) => name === query.get('skill')) ?? worst;
  const from = numberIn(query.get('from')) ?? 1;
  const next = from + MOST_ROWS;
  const rows = skills.length > 1 ? skills.slice(from - 1, next - 1) : [];
  return view(template, {
    rows: rows.map((skill) => ({
      ...headOf(skill),
      current: skill === shown,
      href: `${address}?from=${from}&skill=${encodeURIComponent(skill.name)}#skill`,
    })),
    skill: shown === undefined ? null : skillOf(shown, links),
    first: from > 1 ? address : '',
    more: next <= skills.length ? `${address}?from=${next}` : '',
  });
}

const scoreIn = ({ reviewScore }: SkillReviewView): number => reviewScore ?? -1;

const headOf = ({ name, path, reviewScore, scoring }: SkillReviewView) => ({
  name,
  path: path === '' ? '.' : path,
  score: scoreBadge(reviewScore),
  components: scoring.components.map(({ id, weight, normalized }) => ({
    id,
    weight: `${Math.round(weight * 100)} %`,
    reached: normalized === null ? 'none' : `${Math.floor(normalized * 100)} %`,
  })),
});

function skillOf(skill: SkillReviewView, links: FileLinks) {
  const { validation, leftOut = [] } = skill;
  const { checks } = validation;
  const judges = Object.entries(skill.judges).map(([id, judge]) => judgeOf(id, judge, links));
  return {
    ...headOf(skill),
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
