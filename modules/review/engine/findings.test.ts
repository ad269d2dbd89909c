import { expect, test } from '@jest/globals';
import { reportOf } from './findings.js';
import type { Draft, RuleText } from './rule.js';
import type { Unit } from './unit.js';

const rule: RuleText = {
  id: 'destruction/example',
  category: 'destruction',
  code: 'W020',
  owasp: 'AST01',
  severity: 'CRITICAL',
  title: 'Title',
  reasoning: 'Reasoning.',
  fix: 'Fix.',
};
const unitOf = (more: Partial<Unit> = {}): Unit => ({
  file: 'SKILL.md',
  role: 'instructions',
  reached: true,
  language: 'markdown',
  text: '',
  line: 1,
  decoded: [],
  frames: [],
  ...more,
});
const draftOf = (text: string, line = 1, unit = unitOf()): Draft => ({
  rule,
  at: { unit, line, text },
  confidence: 'high',
});
const report = (drafts: readonly Draft[]) => reportOf({ drafts, files: [], capabilities: [] });
const frame = { from: 1, to: 9, section: [], lead: '', discouraged: true };

test('a fingerprint is the same on another line and with other blanks', () => {
  const [one, other, third] = [
    draftOf('rm  -rf /', 3),
    draftOf('rm -rf / ', 70),
    draftOf('rm -rf ~'),
  ].map((draft) => report([draft]).findings[0]?.fingerprint);
  expect(one).toBe(other);
  expect(third).not.toBe(one);
});

test('what stands aside and what is warned of weighs less, unless it is absolute', () => {
  const severityIn = (more: Partial<Unit>, draft: Partial<Draft> = {}) =>
    report([{ ...draftOf('x', 1, unitOf(more)), ...draft }]).findings[0]?.severity;
  expect(severityIn({ role: 'test', reached: false })).toBe('MEDIUM');
  expect(severityIn({ role: 'test', reached: true })).toBe('CRITICAL');
  expect(severityIn({ role: 'script', reached: false })).toBe('CRITICAL');
  expect(severityIn({ frames: [frame] })).toBe('LOW');
  expect(severityIn({ frames: [frame], decoded: ['base64'] })).toBe('LOW');
  expect(severityIn({ frames: [frame] }, { absolute: true })).toBe('CRITICAL');
});

test('a flood is cut and counted; what is worst stays', () => {
  const mild = { ...rule, severity: 'LOW' as const };
  const flood = Array.from({ length: 200 }, (_, at) => ({ ...draftOf(`x${at}`, at), rule: mild }));
  const { findings, omitted } = report([...flood, draftOf('worst', 500)]);
  expect(findings[0]?.line).toBe(500);
  expect([findings.length, omitted]).toEqual([50, 151]);
});

test('an excerpt is one short line in which everything can be seen', () => {
  const [finding] = report([draftOf(`a\n\tb\u200b\u{E0041}${'c'.repeat(900)}`)]).findings;
  expect(finding?.excerpt).toMatch(/^a b\\u\{200b\}\\u\{e0041\}c+…$/);
  expect(finding?.excerpt).toHaveLength(200);
});
