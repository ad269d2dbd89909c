import { createHash } from 'node:crypto';
import { storable } from '../../../../toolbox/storable.js';
import {
  severities,
  type ScanFinding,
  type ScanVerdict,
  type Severity,
} from '../../contract/scanners.js';
import type { StoredClearance } from '../entities/version.entity.js';

/** A finding that blocks a version, unless the operator has cleared it. */
export interface Blocker {
  readonly fingerprint: string;
  /** The reason for the block, for people. */
  readonly words: string;
  /** What the author can do about it. */
  readonly advice?: string | undefined;
}

/** The reason why findings of a severity block, as in "… of severity HIGH, which <reason>"; `null` if they do not block. */
export type BlockRule = (severity: Severity) => string | null;

/** Fingerprints of one scanner that are stored; the last one stands for all further findings together. */
const MOST = 1_000;
const LONGEST_TITLE = 300;
const FINGERPRINT = /^[\w.:/-]{1,128}$/;

export const rankOf = (severity: Severity | undefined): number =>
  severity === undefined ? -1 : severities.indexOf(severity);

/** The blocking findings of one scanner's verdict, the worst first. */
export function blockersOf(verdict: ScanVerdict, rule: BlockRule): readonly Blocker[] {
  const findings = [...(verdict.findings ?? [])].sort(
    (one, other) => rankOf(other.severity) - rankOf(one.severity),
  );
  return verdict.verdict === 'block'
    ? decided(verdict, findings)
    : ruledOut(verdict, { findings, rule });
}

/** The scanner itself blocks: each of its findings of the worst severity is a blocker, or its reason if it lists no finding. */
function decided(
  { reason, advice }: ScanVerdict & { readonly verdict: 'block' },
  findings: readonly ScanFinding[],
): readonly Blocker[] {
  if (findings.length === 0)
    return [{ fingerprint: digest(reason), words: storable(reason), advice }];
  const worst = findings[0]?.severity;
  return bounded(
    findings
      .filter(({ severity }) => severity === worst)
      .map((finding) => ({
        fingerprint: fingerprintOf(finding),
        words: storable(`${reason} ${sentence(finding)}`),
        advice,
      })),
  );
}

/** The scanner lets the version pass, and the rules on severities decide which findings block. */
function ruledOut(
  { severity, reason, advice }: ScanVerdict,
  { findings, rule }: { readonly findings: readonly ScanFinding[]; readonly rule: BlockRule },
): readonly Blocker[] {
  const blockers = findings.flatMap((finding) => {
    const words = wordsOf(finding.severity, { rule, reported: sentence(finding) });
    return words === null ? [] : [{ fingerprint: fingerprintOf(finding), words, advice }];
  });
  // the worst finding may be one that is not listed
  if (severity === undefined || rankOf(severity) <= rankOf(findings[0]?.severity))
    return bounded(blockers);
  const words = wordsOf(severity, { rule, reported: reason });
  if (words === null) return bounded(blockers);
  return bounded([{ fingerprint: digest(reason ?? words), words, advice }, ...blockers]);
}

function wordsOf(
  severity: Severity,
  { rule, reported }: { readonly rule: BlockRule; readonly reported: string | undefined },
): string | null {
  const why = rule(severity);
  if (why === null) return null;
  const more = reported === undefined ? '' : ` ${reported}`;
  return storable(`The scan found a problem of severity ${severity}, which ${why}.${more}`);
}

/** Title, rule and location of a finding. */
function sentence({ title, rule, file, line }: ScanFinding): string {
  const shown = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title;
  const location = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`;
  const details = [rule, location].filter((part) => part !== undefined);
  return details.length === 0 ? shown : `${shown} (${details.join(', ')}).`;
}

function bounded(blockers: readonly Blocker[]): readonly Blocker[] {
  if (blockers.length <= MOST) return blockers;
  const rest = blockers.slice(MOST - 1);
  const [first] = rest;
  const all = rest.map(({ fingerprint }) => fingerprint).sort();
  return [
    ...blockers.slice(0, MOST - 1),
    { ...(first as Blocker), fingerprint: digest(all.join('\n')) },
  ];
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const fingerprintOf = ({ fingerprint }: ScanFinding): string =>
  FINGERPRINT.test(fingerprint) ? fingerprint : digest(fingerprint);

/** The blockers that the operator has not cleared. A clearance of a private plugin does not apply once the plugin is public. */
export function notLifted(
  blockers: readonly Blocker[],
  clearance: StoredClearance | null,
  isPublic: boolean,
): readonly Blocker[] {
  if (clearance === null || (isPublic && !clearance.public)) return blockers;
  const { fingerprints, lifted } = clearance;
  // clearances from before fingerprints existed hold the text of the block
  if (fingerprints === undefined) return blockers.filter(({ words }) => words !== lifted);
  const known = new Set(fingerprints);
  return blockers.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** The text shown with a blocked version; `null` if nothing blocks. */
export function whyBlocked(blockers: readonly Blocker[]): string | null {
  const [worst, ...others] = blockers;
  if (worst === undefined) return null;
  const more =
    others.length === 0
      ? []
      : [
          others.length === 1
            ? 'One more finding blocks it.'
            : `${others.length} more findings block it.`,
        ];
  return [
    worst.words,
    ...more,
    ...(worst.advice === undefined ? [] : [storable(worst.advice)]),
  ].join(' ');
}
