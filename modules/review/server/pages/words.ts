import type { Severity } from '../../../registry/contract/scanners.js';
import type { Badge, Tone } from '../../../web/contract/index.js';
import type { CapabilityKind } from '../../contract/finding-words.js';
import type { ReviewStatus } from '../../contract/review-run.machine.js';
import type { ReviewType, Verdict } from '../../contract/review-run-view.js';

export const typeWords: Readonly<Record<ReviewType, string>> = {
  security: 'Security review',
  quality: 'Quality review',
  fix: 'Fix',
};

export const statusBadges: Readonly<Record<ReviewStatus, Badge>> = {
  pending: { text: 'Waiting', tone: 'plain' },
  running: { text: 'Running', tone: 'accent' },
  completed: { text: 'Completed', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  cancelled: { text: 'Cancelled', tone: 'plain' },
};

export const verdictBadges: Readonly<Record<Verdict, Badge>> = {
  pass: { text: 'Pass', tone: 'good' },
  fail: { text: 'Fail', tone: 'bad' },
  error: { text: 'Undecided', tone: 'warn' },
};

export const severityTones: Readonly<Record<Severity, Tone>> = {
  CRITICAL: 'bad',
  HIGH: 'bad',
  MEDIUM: 'warn',
  LOW: 'plain',
};

/** Scores from which on a skill counts as good, and as fair. */
const GOOD = 80;
const FAIR = 50;

export function scoreBadge(score: number | null): Badge {
  if (score === null) return { text: 'No score', tone: 'bad' };
  const fair: Tone = score >= FAIR ? 'warn' : 'bad';
  return { text: `${score} of 100`, tone: score >= GOOD ? 'good' : fair };
}

/** The kinds of capabilities in the order in which they matter to a reader, with their headings. */
export const capabilityHeadings: readonly (readonly [kind: CapabilityKind, heading: string])[] = [
  ['host', 'Hosts that it contacts'],
  ['binary', 'Programs that it starts'],
  ['path', 'Paths that it writes or deletes'],
  ['hook', 'Hooks'],
  ['toolServer', 'Tool servers'],
  ['environment', 'Environment variables that it reads'],
  ['tool', 'Tools of the agent that it requests'],
];
