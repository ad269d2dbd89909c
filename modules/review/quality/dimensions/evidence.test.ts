import { describe, expect, it } from '@jest/globals';
import type { DimensionScore, SkillReport } from '../report.js';
import { assessedSkill, skillText } from '../testing/bundle.js';
import { paddings, type Texts } from '../testing/paddings.js';
import { sampleSkills } from '../testing/skills.js';

const LEAST = 1;
const HUNDRED = 100;

const dimensionsOf = ({ judges }: SkillReport): [string, DimensionScore][] =>
  Object.values(judges).flatMap(({ scores }) => Object.entries(scores));

const dimension = async (id: string, texts: Texts): Promise<DimensionScore> => {
  const found = dimensionsOf(await assessedSkill(skillText(texts))).find(([name]) => name === id);
  if (found === undefined) throw new TypeError(`no dimension ${id}`);
  return found[1];
};

const texts = (name: string): Texts => sampleSkills.get(name) ?? { description: '', body: '' };

describe.each([...sampleSkills])('the points of %s', (_, skill) => {
  const variants: readonly Texts[] = [skill, ...[...paddings.values()].map((pad) => pad(skill))];

  it('sum up to each score, on lines of the bundle', async () => {
    for (const variant of variants) {
      const text = skillText(variant);
      const lines = text.split('\n');
      for (const [id, { score, evidence }] of dimensionsOf(await assessedSkill(text))) {
        const sum = evidence.reduce((all, { points }) => all + points, 0);
        expect([id, Math.round(HUNDRED * (LEAST + sum))]).toEqual([
          id,
          Math.round(HUNDRED * score),
        ]);
        for (const { file, line, excerpt, points, reason } of evidence) {
          expect(file).toBe('demo/SKILL.md');
          expect(line >= 1 && line <= lines.length).toBe(true);
          expect(excerpt.length).toBeLessThanOrEqual(161);
          expect(points).not.toBe(0);
          expect(reason).not.toBe('');
        }
      }
    }
  });

  it('leave a suggestion wherever the score is not the highest', async () => {
    for (const [, { score, suggestion }] of dimensionsOf(await assessedSkill(skillText(skill))))
      expect(suggestion === null).toBe(score === 5);
  });
});

type Trace = readonly [id: string, reason: string, line: number, excerpt: string];

it.each<Trace>([
  ['specificity', 'names an action', 3, 'Drafts release notes'],
  ['trigger_term_quality', 'is what somebody would type', 3, 'list the merged'],
  ['completeness', 'says when to use the skill', 3, 'Use when the user asks'],
  ['distinctiveness_conflict_risk', 'is a term of its own', 3, 'release'],
  ['conciseness', 'is where instructions of this length begin', 5, ''],
  ['actionability', 'names a command, file or value exactly', 10, 'git describe'],
  ['workflow_clarity', 'is a step in order', 10, '1. Run'],
  ['progressive_disclosure', 'is where instructions of this length begin', 5, ''],
])('%s is traced: it %s on line %i', async (...[id, reason, line, excerpt]) => {
  const { evidence } = await dimension(id, texts('release notes'));
  expect(evidence).toContainEqual(
    expect.objectContaining({
      reason,
      line,
      excerpt: expect.stringContaining(excerpt) as unknown,
    }),
  );
});

describe('caps', () => {
  const release = texts('release notes');

  it('hold completeness at 3 without a word on when to use the skill', async () => {
    const [what = ''] = release.description.split(' Use when');
    const long = `${what} Collects release notes of tags, versions, pull requests and components.`;
    const { score } = await dimension('completeness', { ...release, description: long });
    expect(score).toBeLessThanOrEqual(3);
  });

  it('take a point of specificity for the first person, with its line', async () => {
    const before = await dimension('specificity', release);
    const after = await dimension('specificity', {
      ...release,
      description: release.description.replace('Drafts', 'I draft'),
    });
    expect(after.score).toBeCloseTo(before.score - 1, 1);
    expect(after.cappedBy).toMatch(/first or second person/);
    expect(after.evidence.at(-1)).toMatchObject({
      line: 3,
      points: -1,
      reason: expect.stringMatching(/first or second person/),
    });
  });

  it('hold workflow clarity at 3 where batch work is not checked', async () => {
    const body = `# Clean up

1. List the branches that are merged with \`git branch --merged\`.
2. If a branch is protected, skip it; otherwise put it on the list.
3. Delete all branches on the list.
4. Repeat until no branch is left.`;
    const description = 'Deletes merged branches. Use when a repository has old branches.';
    const capped = await dimension('workflow_clarity', { description, body });
    expect(capped).toMatchObject({
      score: 3,
      cappedBy: expect.stringMatching(/no step that checks it/),
    });
    expect(capped.evidence.at(-1)).toMatchObject({
      line: 10,
      excerpt: '3. Delete all branches on the list.',
    });
    const checked = await dimension('workflow_clarity', {
      description,
      body: `${body}\n5. Verify with \`git branch\` that each branch on the list is gone.`,
    });
    expect(checked.score).toBeGreaterThan(3);
    expect(checked.cappedBy).toBeUndefined();
  });
});

it('reads the whole bundle', async () => {
  const { description, body } = texts('release notes');
  const linked = `${body}\n\nFor the rules of labels, read [labels](references/labels.md).`;
  const text = skillText({ description, body: linked });
  const rules = '# Labels\n\nEach component has a label.';
  const disclosure = async (others: Record<string, string>): Promise<DimensionScore | undefined> =>
    Object.fromEntries(dimensionsOf(await assessedSkill(text, others)))['progressive_disclosure'];
  const whole = await disclosure({ 'references/labels.md': rules });
  const orphan = await disclosure({ 'references/labels.md': rules, 'references/old.md': rules });
  expect(orphan?.evidence).toContainEqual(
    expect.objectContaining({ file: 'demo/references/old.md', line: 1 }),
  );
  expect(orphan?.score).toBeLessThan(whole?.score ?? 0);
});
