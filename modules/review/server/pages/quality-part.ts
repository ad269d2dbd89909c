import { view, type View } from '../../../web/contract/index.js';
import type {
  CheckView,
  DimensionView,
  EvidenceView,
  QualityResult,
  SkillReviewView,
} from '../../contract/quality-view.js';
import { spotOf, type FileLinks } from './file-links.js';
import { scoreBadge } from './words.js';

const template = new URL('quality.njk', import.meta.url);

/** The scores of skills, their points, and the lines that these come from. */
export function qualityPart({ skills }: QualityResult, links: FileLinks): View {
  const several = skills.length > 1;
  return view(template, {
    several,
    skills: skills.map((skill) => skillOf(skill, links)),
  });
}

function skillOf(skill: SkillReviewView, links: FileLinks) {
  const { name, path, reviewScore, validation, leftOut = [] } = skill;
  // paths of a skill are relative to its own folder or to the plugin, as the engine names them
  const { checks } = validation;
  return {
    name,
    path: path === '' ? '.' : path,
    score: scoreBadge(reviewScore),
    components: skill.scoring.components.map(({ id, weight, normalized }) => ({
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
    judges: Object.entries(skill.judges).map(([id, judge]) => ({
      id,
      error: judge.success ? '' : (judge.errorMessage ?? 'There is no judgement.'),
      dimensions: Object.entries(judge.evaluation.scores).map(([dimension, view]) =>
        dimensionOf({ id: dimension, max: judge.scale.max, view }, links),
      ),
    })),
    leftOut,
  };
}

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
  readonly max: number;
  readonly view: DimensionView;
}

function dimensionOf({ id, max, view: shown }: Dimension, links: FileLinks) {
  const { score, reasoning, evidence, suggestion, suggestionAt, spread, cappedBy = '' } = shown;
  return {
    id: id.replaceAll('_', ' '),
    points: `${score} of ${max}`,
    // the evidence says the same, with the lines
    reasoning: evidence.length > 0 ? '' : reasoning,
    spread: spread === undefined || spread[0] === spread[1] ? '' : spread.join(' to '),
    cappedBy,
    evidence: evidence.map((one) => evidenceOf(one, links)),
    suggestion: suggestion ?? '',
    suggestionAt:
      suggestionAt === undefined ? null : spotOf(links, suggestionAt.file, suggestionAt.line),
  };
}

const evidenceOf = ({ file, line, excerpt, points, reason }: EvidenceView, links: FileLinks) => ({
  points: signed(points),
  reason,
  spot: spotOf(links, file, line),
  excerpt: excerpt.trim(),
});

function signed(exact: number): string {
  const points = Math.round(exact * 100) / 100;
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
