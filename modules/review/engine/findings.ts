/** Turns drafts into findings: adjusts severities to the context, removes repetitions, and sorts. */
import { createHash } from 'node:crypto';
import type { FileRole } from '../../registry/contract/file-roles.js';
import { severities, type Severity } from '../../registry/contract/scanners.js';
import type { Capability, Confidence, Finding, Report, ReviewedFile } from './report.js';
import type { Draft } from './rule.js';
import { frameAt, lineText, type At, type Unit } from './unit.js';
import { maskedSecret } from './rules/secrets/mask.js';
import { shown } from './shown.js';

/** Findings of a report, at most: as many as SARIF allows in one run. */
const MOST_FINDINGS = 25_000;
/** Findings of one rule in one file, at most; the worst are kept. */
const MOST_OF_A_RULE = 50;
/** Characters of a span that is shown with its line, and of a line that is shown whole. */
const SHORT = 60;
const LONG = 200;
/** Secrets of one file that are looked for in what is shown of it. */
const MOST_SECRETS = 100;
/** Characters of a text that can be shown at all. */
const MOST_SHOWN = 10_000;

export const rankOf = (severity: Severity): number => severities.indexOf(severity);

/** Everything that the report says. */
export function reportOf(read: {
  readonly drafts: readonly Draft[];
  readonly files: readonly ReviewedFile[];
  readonly capabilities: readonly Capability[];
}): Report {
  const byPlace = new Map<string, Finding>();
  const secrets = secretsOf(read.drafts);
  for (const draft of read.drafts) {
    const finding = findingOf(draft, secrets.get(draft.at.unit.file) ?? []);
    const key = JSON.stringify([finding.rule, finding.file, finding.line, finding.fingerprint]);
    const other = byPlace.get(key);
    if (other === undefined || inOrder(finding, other) < 0) byPlace.set(key, finding);
  }
  const all = [...byPlace.values()].sort(inOrder);
  const kept = withoutFloods(all).slice(0, MOST_FINDINGS);
  const overallSeverity = all[0]?.severity ?? null;
  const undecided = read.files.some(({ analysed }) => analysed === 'unread');
  return {
    verdict: overallSeverity === 'CRITICAL' ? 'fail' : undecided ? 'error' : 'pass',
    overallSeverity,
    findings: kept,
    omitted: all.length - kept.length,
    files: [...read.files].sort((one, other) => compare(one.path, other.path)),
    capabilities: read.capabilities,
  };
}

function withoutFloods(findings: readonly Finding[]): readonly Finding[] {
  const counts = new Map<string, number>();
  return findings.filter(({ rule, file }) => {
    const key = `${rule} ${file}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MOST_OF_A_RULE;
  });
}

/** Secrets that were found, by file; of more than so many the form alone tells what is masked. */
function secretsOf(drafts: readonly Draft[]): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map<string, Set<string>>();
  for (const { at, secret = false } of drafts) {
    if (!secret) continue;
    const known = byFile.get(at.unit.file) ?? new Set<string>();
    if (known.size < MOST_SECRETS) byFile.set(at.unit.file, known.add(at.text));
  }
  return new Map(Array.from(byFile, ([file, known]) => [file, [...known]]));
}

function hidden(text: string, secrets: readonly string[]): string {
  let rest = text.slice(0, MOST_SHOWN);
  for (const secret of secrets) rest = rest.replaceAll(secret, maskedSecret(secret));
  return rest;
}

function findingOf(draft: Draft, others: readonly string[]): Finding {
  const { rule, at, confidence, detail } = draft;
  const { unit, line } = at;
  const secrets = draft.secret === true ? [at.text, ...others] : others;
  const reasoning = detail === undefined ? rule.reasoning : `${rule.reasoning} ${detail}`;
  return {
    rule: rule.id,
    code: rule.code,
    owasp: rule.owasp,
    category: rule.category,
    severity: weighed(draft),
    confidence,
    title: rule.title,
    reasoning: shown(hidden(reasoning, secrets), 1000),
    fix: rule.fix,
    file: unit.file,
    line,
    excerpt: shown(unit.decoded.length > 0 ? 'encoded text' : hidden(widened(at), secrets)),
    ...(unit.decoded.length > 0 && {
      decoded: { steps: unit.decoded, text: shown(hidden(at.text, secrets)) },
    }),
    fingerprint: fingerprintOf(draft),
  };
}

/** Tests, documentation and fixtures weigh less unless `SKILL.md` leads there; so does what the text itself warns of. */
function weighed({ rule, severity = rule.severity, at, absolute = false }: Draft): Severity {
  if (absolute) return severity;
  const cap = frameAt(at)?.discouraged === true ? 'LOW' : isAside(at.unit) ? 'MEDIUM' : 'CRITICAL';
  return rankOf(severity) > rankOf(cap) ? cap : severity;
}

const ASIDE = new Set<FileRole>(['test', 'documentation', 'fixture']);
const isAside = ({ role, reached }: Unit): boolean => !reached && ASIDE.has(role);

/** A word says too little by itself, unlike the line that it stands in. */
function widened({ unit, line, text }: At): string {
  if (text.length >= SHORT || text.includes('\n')) return text;
  const whole = lineText(unit, line);
  return whole === undefined || whole.length > LONG ? text : whole;
}

/**
 * White space and line numbers do not count, so that a finding stays the same when the file is edited elsewhere. What was seen does: the same
 * command with another host is another finding.
 */
function fingerprintOf({ rule, at, detail = '' }: Draft): string {
  const span = widened(at).replace(/\s+/g, ' ').trim();
  return createHash('sha256')
    .update(JSON.stringify([rule.id, at.unit.file, at.unit.decoded, span, detail]))
    .digest('hex')
    .slice(0, 32);
}

const certainty: Record<Confidence, number> = { low: 0, medium: 1, high: 2 };
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const inOrder = (one: Finding, other: Finding): number =>
  rankOf(other.severity) - rankOf(one.severity) ||
  compare(one.file, other.file) ||
  one.line - other.line ||
  compare(one.rule, other.rule) ||
  certainty[other.confidence] - certainty[one.confidence] ||
  compare(one.fingerprint, other.fingerprint);
