import { describe, expect, it } from '@jest/globals';
import type { ScanFinding, Severity } from '../../contract/scanners.js';
import type { StoredClearance } from '../entities/version.entity.js';
import { blockersOf, notLifted, whyBlocked, type Blocker, type BlockRule } from './blockers.js';

const critical: BlockRule = (severity) =>
  severity === 'CRITICAL' ? 'no public version may have' : null;
const nothing: BlockRule = () => null;
const finding = (
  fingerprint: string,
  severity: Severity = 'CRITICAL',
  more: Partial<ScanFinding> = {},
): ScanFinding => ({ fingerprint, severity, title: `Found ${fingerprint}`, ...more });
const clearance = (more: Partial<StoredClearance>): StoredClearance => ({
  clearedAt: '2026-03-01T09:00:00.000Z',
  reason: 'An example.',
  lifted: null,
  public: true,
  ...more,
});
const fingerprints = (blockers: readonly Blocker[]): string[] =>
  blockers.map(({ fingerprint }) => fingerprint);

describe('what blocks', () => {
  it('is every finding that the rules block, with its rule and line, the worst first', () => {
    const rule: BlockRule = (severity) => (severity === 'LOW' ? null : 'somebody blocks');
    const findings = [
      finding('a', 'LOW'),
      finding('b', 'HIGH'),
      finding('c', 'CRITICAL', { rule: 'net/shell', file: 'run.sh', line: 7 }),
    ];
    const blockers = blockersOf({ verdict: 'pass', findings, advice: 'Correct it.' }, rule);
    expect(fingerprints(blockers)).toEqual(['c', 'b']);
    expect(whyBlocked(blockers)).toBe(
      'The scan found a problem of severity CRITICAL, which somebody blocks. Found c (net/shell, run.sh:7). One more finding blocks it. Correct it.',
    );
    expect(blockersOf({ verdict: 'pass', severity: 'CRITICAL', findings }, nothing)).toEqual([]);
  });

  it('is the worst finding as well where it is not listed', () => {
    const listed = { verdict: 'pass', findings: [finding('a', 'HIGH')] } as const;
    expect(blockersOf(listed, critical)).toEqual([]);
    expect(blockersOf({ ...listed, severity: 'CRITICAL' }, critical)).toHaveLength(1);
    expect(whyBlocked(blockersOf({ verdict: 'pass', severity: 'CRITICAL' }, critical))).toBe(
      'The scan found a problem of severity CRITICAL, which no public version may have.',
    );
  });

  it('is what the scanner itself decides, by its worst findings or else by its words', () => {
    const findings = [finding('a', 'LOW'), finding('b', 'HIGH'), finding('c', 'HIGH')];
    const block = { verdict: 'block', reason: 'Not here.' } as const;
    expect(fingerprints(blockersOf({ ...block, findings }, nothing))).toEqual(['b', 'c']);
    const byWords = blockersOf(block, nothing);
    expect(whyBlocked(byWords)).toBe('Not here.');
    expect(fingerprints(blockersOf({ ...block, reason: 'Other.' }, nothing))).not.toEqual(
      fingerprints(byWords),
    );
  });

  it('has a bound, and is still the same for the same findings', () => {
    const flood = Array.from({ length: 25_000 }, (_, at) => finding(`f${at}`));
    const blockers = blockersOf({ verdict: 'pass', findings: flood }, critical);
    expect(blockers).toHaveLength(1000);
    const again = blockersOf({ verdict: 'pass', findings: flood }, critical);
    expect(fingerprints(again)).toEqual(fingerprints(blockers));
    const one = blockersOf({ verdict: 'pass', findings: [...flood, finding('g')] }, critical);
    const lifted = clearance({ fingerprints: fingerprints(blockers) });
    expect(notLifted(again, lifted, true)).toEqual([]);
    expect(notLifted(one, lifted, true)).toHaveLength(1);
  });

  it('is storable and short, whatever a scanner says', () => {
    const odd = finding('\0'.repeat(500), 'CRITICAL', { title: '\0'.repeat(5000) });
    const [blocker] = blockersOf({ verdict: 'pass', findings: [odd] }, critical);
    expect(blocker?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(blocker?.words).not.toContain('\0');
    expect(blocker?.words.length).toBeLessThan(500);
  });
});

describe('what the operator has lifted', () => {
  const blockers = blockersOf(
    { verdict: 'pass', findings: [finding('a'), finding('b')] },
    critical,
  );

  it('blocks no more, and everything else does', () => {
    expect(notLifted(blockers, clearance({ fingerprints: ['a', 'b', 'c'] }), true)).toEqual([]);
    const [left] = notLifted(blockers, clearance({ fingerprints: ['a'] }), true);
    expect(left?.fingerprint).toBe('b');
    expect(notLifted(blockers, null, true)).toEqual(blockers);
  });

  it('while the plugin was private counts only as long as it is', () => {
    const lifted = clearance({ fingerprints: ['a', 'b'], public: false });
    expect(notLifted(blockers, lifted, false)).toEqual([]);
    expect(notLifted(blockers, lifted, true)).toEqual(blockers);
  });

  it('before there were fingerprints is known by its words', () => {
    const words = blockersOf({ verdict: 'block', reason: 'It sends keys away.' }, nothing);
    expect(notLifted(words, clearance({ lifted: 'It sends keys away.' }), true)).toEqual([]);
    expect(notLifted(words, clearance({ lifted: 'Something else.' }), true)).toEqual(words);
  });
});
