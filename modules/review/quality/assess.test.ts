import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assess } from './assess.js';
import { assessed, assessedSkill, bundle, skillText } from './testing/bundle.js';
import { sampleSkills } from './testing/skills.js';

const samples = [...sampleSkills.values()].map(skillText);
const [good = '', , poor = ''] = samples;
const MIB = 1024 * 1024;

const scoresOf = async (contents: Record<string, string>): Promise<unknown> => {
  const { reviewScore, skills } = await assessed(contents);
  return { reviewScore, skills: skills.map(({ path, reviewScore: own }) => [path, own]) };
};

describe('several skills', () => {
  it('have a score each, in the order of their paths, and the floored mean', async () => {
    const { skills } = await assessed({ 'b/SKILL.md': poor, 'a/SKILL.md': good });
    const [a = 0, b = 0] = skills.map(({ reviewScore }) => reviewScore ?? NaN);
    expect(a).toBeGreaterThan(b);
    expect(await scoresOf({ 'b/SKILL.md': poor, 'a/SKILL.md': good })).toEqual({
      reviewScore: Math.floor((a + b) / 2),
      skills: [
        ['a', a],
        ['b', b],
      ],
    });
  });

  it('have none together when one of them has none', async () => {
    const report = await assessed({ 'a/SKILL.md': good, 'b/SKILL.md': '# No front matter' });
    expect(report.reviewScore).toBeNull();
    expect(report.skills).toMatchObject([
      { path: 'a', reviewScore: expect.any(Number) },
      { path: 'b', reviewScore: null, judges: {} },
    ]);
  });

  it('do not count each other’s files', async () => {
    const alone = await scoresOf({ 'a/SKILL.md': good });
    const both = await assessed({ 'a/SKILL.md': good, 'b/SKILL.md': poor, 'b/more.md': '# More' });
    expect(both.skills[0]?.reviewScore).toBe((alone as { reviewScore: number }).reviewScore);
  });

  it('may stand at the root, or be none', async () => {
    expect(await assessed({ 'SKILL.md': good })).toMatchObject({ skills: [{ path: '' }] });
    expect(await assessed({ 'rules/a.md': '# Rule' })).toEqual({ reviewScore: null, skills: [] });
  });
});

describe('the components', () => {
  it('have the published weights and sum up to the score', async () => {
    const { scoring, judges, reviewScore } = await assessedSkill(good);
    expect(scoring.map(({ id, weight }) => [id, weight])).toEqual([
      ['validation', 0.2],
      ['description', 0.4],
      ['content', 0.4],
    ]);
    const sum = scoring.reduce(
      (all, { weight, normalized }) => all + weight * (normalized ?? 0),
      0,
    );
    expect(reviewScore).toBe(Math.floor(Number((100 * sum).toFixed(9))));
    expect(Object.keys(judges['description']?.scores ?? {})).toEqual([
      'specificity',
      'trigger_term_quality',
      'completeness',
      'distinctiveness_conflict_risk',
    ]);
    expect(Object.keys(judges['content']?.scores ?? {})).toEqual([
      'conciseness',
      'actionability',
      'workflow_clarity',
      'progressive_disclosure',
    ]);
  });

  it('count passed checks, so that a warning costs and an error leaves no score', async () => {
    const { validation, scoring } = await assessedSkill(poor);
    const passed = validation.checks.filter(({ status }) => status === 'passed').length;
    expect(validation).toMatchObject({ overallPassed: true, errorCount: 0 });
    expect(validation.warningCount).toBe(validation.checks.length - passed);
    expect(scoring[0]?.normalized).toBe(passed / validation.checks.length);
    const refused = await assessedSkill(poor.replace('name: demo', 'name: Not/Allowed'));
    expect(refused).toMatchObject({ reviewScore: null, judges: {} });
    expect(refused.scoring.map(({ normalized }) => normalized)).toEqual([null, null, null]);
  });
});

describe('input that is too much', () => {
  const errorsOf = async (text: string): Promise<readonly string[]> => {
    const { validation, reviewScore } = await assessedSkill(text);
    expect(reviewScore).toBeNull();
    return validation.checks
      .filter(({ status }) => status === 'error')
      .map(({ name, message }) => `${name}: ${message}`);
  };
  const keys = (count: number): string =>
    Array.from({ length: count }, (_, at) => `k${at}: v\n`).join('');

  it('is a SKILL.md of 1 MB', async () => {
    expect(await errorsOf(`${good}\n${'word '.repeat(MIB / 5)}`)).toEqual([
      expect.stringMatching(
        /^skill_md_line_count: SKILL\.md has \d+ bytes; at most 262144 are read/,
      ),
    ]);
  });

  it('is front matter with 60,000 keys', async () => {
    expect(await errorsOf(`---\nname: demo\n${keys(60_000)}---\n\nText.\n`)).toEqual([
      expect.stringMatching(/^skill_md_line_count: SKILL\.md has \d+ bytes/),
    ]);
  });

  it('is front matter with 5,000 keys', async () => {
    expect(
      await errorsOf(`---\nname: demo\n${keys(5000)}---\n\nPhotos are sorted here.\n`),
    ).toEqual(['frontmatter_valid: The front matter has 5001 lines; at most 1000 are read.']);
  });

  it.each([
    ['nested lists', `---\nname: ${'['.repeat(20_000)}\n---\n`],
    ['nested quotations', `---\nname: demo\n---\n${'> '.repeat(50_000)}a`],
    ['brackets', skillText({ description: 'a', body: '['.repeat(100_000) })],
    ['backticks', skillText({ description: 'a', body: '`a'.repeat(60_000) })],
    ['one long word', skillText({ description: 'a'.repeat(900), body: 'a'.repeat(200_000) })],
    ['commas', skillText({ description: ',a'.repeat(400), body: ',a '.repeat(60_000) })],
    ['colons', `---\nname: demo\ndescription: ${'a: '.repeat(300)}\n---\nText`],
    ['headings', skillText({ description: 'a', body: '# a\n'.repeat(40_000) })],
  ])('or odd: %s', async (_, text) => {
    expect((await assessedSkill(text)).validation.checks.length).toBeGreaterThan(0);
  });
});

describe('any bytes', () => {
  const piece = fc.oneof(
    fc.constantFrom('---\n', 'name: demo\n', 'description: "Does it. Use when asked."\n', '# A\n'),
    fc.constantFrom('```', '`', '[a](b.md)', '<a>', '\r\n', '\t', '- ', '1. ', '&', '\0', ': '),
    fc.string({ unit: 'grapheme' }),
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join('')));
  const headed = text.map((rest) =>
    Buffer.concat([Buffer.from('---\nname: demo\ndescription: "Sorts it."\n---\n'), rest]),
  );
  const content = fc.oneof(text, headed, fc.uint8Array({ maxLength: 400 }));

  it('get the same report twice, within the scale', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (main, other) => {
        const files = bundle({ 'demo/SKILL.md': main, 'demo/references/more.md': other });
        const report = await assess(files);
        expect(JSON.stringify(await assess(files))).toBe(JSON.stringify(report));
        for (const { reviewScore, judges } of report.skills) {
          expect(reviewScore === null || (reviewScore >= 0 && reviewScore <= 100)).toBe(true);
          for (const { scores } of Object.values(judges))
            for (const { score } of Object.values(scores)) {
              expect(score).toBeGreaterThanOrEqual(1);
              expect(score).toBeLessThanOrEqual(5);
            }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('give the same report in another order of files', async () => {
    const files = bundle({ 'a/SKILL.md': good, 'a/x.md': '# X', 'b/SKILL.md': poor });
    const one = JSON.stringify(await assess(files));
    expect(JSON.stringify(await assess([...files].reverse()))).toBe(one);
  });
});
