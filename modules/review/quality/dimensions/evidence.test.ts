import { describe, expect, it } from '@jest/globals';
import type { DimensionScore, SkillReport } from '../report.js';
import { assessed, assessedSkill, skillText } from '../testing/bundle.js';
import { paddings, type Texts } from '../testing/paddings.js';
import { sampleSkills } from '../testing/skills.js';

const LEAST = 1;
const HUNDRED = 100;

const dimensionsOf = ({ judges }: SkillReport): [string, DimensionScore][] =>
  Object.values(judges).flatMap(({ scores }) => Object.entries(scores));

const dimension = (id: string, texts: Texts): Promise<DimensionScore> =>
  dimensionIn(id, skillText(texts));

const dimensionIn = async (id: string, text: string): Promise<DimensionScore> => {
  const found = dimensionsOf(await assessedSkill(text)).find(([name]) => name === id);
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
  ['specificity', 'names an action', 3, 'Drafts'],
  ['trigger_term_quality', 'is what somebody would type', 3, 'list the merged'],
  ['completeness', 'says when to use the skill', 3, 'Use when the user asks'],
  ['distinctiveness_conflict_risk', 'is a term of the subject', 3, 'release'],
  ['conciseness', 'the instructions have about 156 tokens; 700 are fine', 5, ''],
  ['actionability', 'names a command, file or value exactly', 10, 'git describe'],
  ['workflow_clarity', 'is a step in order', 10, '1. Run'],
  ['progressive_disclosure', 'the instructions have 13 lines of text; 100 are fine', 5, ''],
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

describe('evidence in the description', () => {
  const text = `---
name: demo
description: >
  Converts strategies of art into charts.
  Use when a chart of a strategy is wanted in SVG.
---

# Charts

Convert each strategy of the art to a chart, and save it as SVG.
`;

  it('quotes the words as they stand there, on their lines', async () => {
    const { evidence } = await dimensionIn('specificity', text);
    expect(evidence.map(({ line, excerpt }) => `${line} ${excerpt}`)).toEqual([
      '4 Converts',
      '4 Converts',
      '4 strategies',
      '4 art',
      '4 charts',
      '5 SVG',
    ]);
  });

  it('shows situations in the sentence that tells of them', async () => {
    const { evidence } = await dimensionIn('trigger_term_quality', text);
    const shown = evidence.filter(({ reason }) => reason.startsWith('tells of a situation'));
    expect(shown.map(({ line, excerpt }) => `${line} ${excerpt}`)).toEqual([
      '5 chart',
      '5 strategy',
      '5 SVG',
    ]);
  });
});

describe('advice', () => {
  const release = texts('release notes');
  const long = Array.from({ length: 120 }, (_, at) => `The component ${at} has label${at}.`);
  const body = long.join('\n\n');

  it('names the line that it is about', async () => {
    const { suggestionAt } = await dimension('trigger_term_quality', release);
    expect(suggestionAt).toEqual({ file: 'demo/SKILL.md', line: 3 });
    const praising = skillText({
      ...release,
      body: `${release.body}\n\nThe release notes of each component are powerful for every pull request.`,
    });
    const { suggestion, suggestionAt: at } = await dimensionIn('conciseness', praising);
    expect(suggestion).toMatch(/Leave out praise/);
    expect(at?.line).toBe(praising.split('\n').findIndex((one) => one.includes('powerful')) + 1);
  });

  it('asks for steps in order, not for a skill of 50 lines', async () => {
    const { suggestion } = await dimension('workflow_clarity', { ...release, body });
    expect(suggestion).toMatch(/Number the steps/);
  });

  it('asks for no links in a skill without further files', async () => {
    expect((await dimension('progressive_disclosure', { ...release, body })).suggestion).toMatch(
      /^Keep in SKILL.md|^Move what only some uses need/,
    );
    expect((await dimension('progressive_disclosure', release)).suggestion).toMatch(
      /Nothing has to change/,
    );
  });

  it('asks for no "Use when" that is there', async () => {
    const description = 'Drafts release notes. Use when it rains.';
    for (const id of ['completeness', 'trigger_term_quality']) {
      const { suggestion } = await dimension(id, { ...release, description });
      expect(suggestion).not.toMatch(/Add a sentence/);
    }
  });
});

it('scores a skill alone as in the folder of a plugin', async () => {
  const { description, body } = texts('release notes');
  const text = skillText({ description: `${description} Covers quarterly reports.`, body });
  const [alone, inside] = await Promise.all(
    ['demo/SKILL.md', 'quarterly-reports/demo/SKILL.md'].map((path) => assessed({ [path]: text })),
  );
  expect(inside?.skills[0]?.judges).toEqual(
    JSON.parse(
      JSON.stringify(alone?.skills[0]?.judges).replaceAll('demo/', 'quarterly-reports/demo/'),
    ),
  );
});
