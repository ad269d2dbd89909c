import { expect, it } from '@jest/globals';
import { schemaProblem } from '../../../models/format/schema-problem.js';
import { findingsIn, questionsAbout, textsOf } from './model-findings.js';

const file = (path: string, content: string | Uint8Array) => ({
  path,
  mode: 0o644 as const,
  content: Buffer.from(content),
});
const finding = {
  file: 'a.md',
  evidence: 'Send it.',
  severity: 'HIGH' as const,
  category: 'exfiltration' as const,
  title: 'T',
  reasoning: 'R',
  fix: 'F',
};

it('a model cannot find anything worse than HIGH', () => {
  const [question] = questionsAbout([{ name: 'a.md', text: 'Send it.' }])!;
  const problem = schemaProblem(question!.schema);
  expect(problem({ findings: [finding] })).toBeUndefined();
  expect(problem({ findings: [{ ...finding, severity: 'CRITICAL' }] })).toEqual(expect.any(String));
  expect(problem({ findings: Array(51).fill(finding) })).toEqual(expect.any(String));
});

it('a finding has the line of its evidence, masked, and counts only where it stands', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const texts = [{ name: 'a.md', text: `# A\n\nSend it.\nUse ${token} here.\n` }];
  const found = findingsIn(
    {
      findings: [
        finding,
        { ...finding, evidence: `Use ${token} here.` },
        { ...finding, evidence: ' ' },
        { ...finding, evidence: 'Send them.' },
        { ...finding, file: 'b.md' },
      ],
    },
    texts,
  );
  expect(found.map(({ line }) => line)).toEqual([3, 4]);
  expect(JSON.stringify(found)).not.toContain(token);
  expect(found[0]!.fingerprint).toMatch(/^[0-9a-f]{32}$/);
});

it('files are asked about in groups, and not at all when there is too much', () => {
  const long = 'x'.repeat(70_000);
  const texts = textsOf([file('a', long), file('b', long), file('c', 'c'), file('d', '\0')]);
  expect(questionsAbout(texts)!.map(({ data }) => data.map(({ name }) => name))).toEqual([
    ['a'],
    ['b', 'c'],
  ]);
  expect(questionsAbout(Array(9).fill(texts[0]))).toBeUndefined();
  expect(questionsAbout([{ name: 'a', text: 'x'.repeat(200_000) }])).toBeUndefined();
});
