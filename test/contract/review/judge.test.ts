import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hostKey } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { builtInModules } from '../../../hosts/testing/index.js';
import { modelsKey } from '../../../modules/models/contract/index.js';
import { addressing } from '../../../modules/review/quality/judge/testing/addressing.js';
import type { QualityReport } from '../../../modules/review/quality/report.js';
import { defaultReviewer } from '../../../modules/review/quality/reviewers/default/index.js';
import { reviewerFrom } from '../../../modules/review/quality/reviewers/read-reviewer.js';
import { ModelJudge } from '../../../modules/review/server/quality/model-judge.js';
import { answering, dialects, ModelEndpoint, type Dialect } from '../models/model-endpoint.js';
import { answerOf, bundle, reportWithout } from './judge-report.js';

const reviewer = reviewerFrom(defaultReviewer, 'default');
const { description, content } = defaultReviewer.rubrics as {
  readonly [stem in 'description' | 'content']: (typeof defaultReviewer.rubrics)[string];
};
const DESCRIPTION = 'Writes sonnets and odes. Use when the user asks for a poem.';
const skillMd = (body: string, about = DESCRIPTION): string =>
  `---\nname: poet\ndescription: ${about}\n---\n\n# Poet\n\n${body}\n`;
const FILES = bundle({ 'SKILL.md': skillMd('Write the poem. See [forms](forms.md).') });
const REPORT = reportWithout({ description: DESCRIPTION });

const modules = await builtInModules();

describe.each(dialects)('a judge of the protocol of $model', (dialect: Dialect) => {
  let endpoint: ModelEndpoint;
  let host: TestHost;
  let judge: ModelJudge;

  const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    host = await startTestHost({
      modules,
      facet: 'client',
      env: {
        SVC_MODEL: dialect.model,
        SVC_MODEL_BASE_URL: dialect.baseUrl(endpoint.origin),
        SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
        ...env,
      },
    });
    judge = new ModelJudge(await host.get(modelsKey), await host.get(hostKey));
  };
  const request = () => ({
    reviewer,
    workspaceId: 'w',
    signal: new AbortController().signal,
    model: dialect.model,
  });
  const judged = (
    files = FILES,
    report: QualityReport = REPORT,
    more: object = {},
  ): Promise<QualityReport> =>
    judge.judge(report, judge.subjects(report, files, reviewer), { ...request(), ...more });
  /** Answers with a score for each request, by the rubric that it asks about. */
  const scores = (next: (at: number) => number): void => {
    endpoint.answer = (response) => {
      const at = endpoint.sent.length - 1;
      const { system } = dialect.textsOf(endpoint.sent[at]!.body);
      const rubric = system.includes('trigger_term_quality') ? description : content;
      answering(200, dialect.value(answerOf(rubric, next(at))))(response);
    };
  };

  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
  });
  afterEach(async () => {
    await host.stop();
    await endpoint.close();
  });

  it('scores each dimension by the median of three answers, and shows the spread', async () => {
    await start();
    scores((at) => [5, 2, 4, 3, 4, 1][at]!);
    const { reviewScore, skills } = await judged();
    expect(endpoint.sent).toHaveLength(6);
    expect(skills).toMatchObject([
      {
        judges: {
          content: {
            success: true,
            scores: {
              conciseness: {
                score: 4,
                spread: [2, 5],
                reasoning: 'SKILL.md:1 is a 4.',
                suggestion: 'Say more.',
              },
            },
            overallAssessment: 'A 4.',
            weightedScore: 4,
            normalizedScore: 0.75,
          },
          description: { scores: { completeness: { score: 3, spread: [1, 4] } } },
        },
        scoring: [
          { id: 'validation', weight: 0.2, normalized: 1 },
          { id: 'content', weight: 0.4, normalized: 0.75 },
          { id: 'description', weight: 0.4, normalized: 0.5 },
        ],
        reviewScore: 70,
      },
    ]);
    expect(reviewScore).toBe(70);
  });

  it('asks as often as the operator says', async () => {
    await start({ SVC_REVIEW_VOTES: '1' });
    scores(() => 5);
    const { skills } = await judged();
    expect(endpoint.sent).toHaveLength(2);
    expect(skills[0]!.judges['content']!.scores['conciseness']).not.toHaveProperty('spread');
    await host.stop();
    await start({ SVC_REVIEW_VOTES: 'many' });
    await expect(judged()).rejects.toMatchObject({ code: 'bad_setting' });
  });

  it('reads the files as data, the rubric as instructions, and no weight', async () => {
    await start();
    scores(() => 3);
    const secret = 'The poem is about a heron.';
    await judged(bundle({ 'SKILL.md': skillMd(secret), 'forms.md': 'Odes are long.' }));
    for (const { body } of endpoint.sent) {
      const { system, user } = dialect.textsOf(body);
      expect(system).not.toContain('heron');
      expect(system).toContain('"question"');
      expect(system).not.toContain('weight');
      const nonce = /<<([0-9a-f]{32})/.exec(system)![1]!;
      expect(user.split(`<<${nonce}\n`)).toHaveLength(4);
      expect(user).toContain(`Name: "SKILL.md"\n\n${skillMd(secret)}`);
      expect(user).toContain('Odes are long.');
    }
  });

  it('is not asked about a skill that the gate refuses, nor about too many', async () => {
    await start();
    expect(await judged(FILES, reportWithout({ score: null }))).toMatchObject({
      reviewScore: null,
      skills: [{ reviewScore: null, judges: {} }],
    });
    const many = Array.from({ length: 31 }, (_, at) => ({ path: `skills/s${at}` }));
    expect(() => judge.subjects(reportWithout(...many), FILES, reviewer)).toThrow(
      expect.objectContaining({
        code: 'too_many_questions',
        message: expect.stringContaining('31 skills with 2 judges'),
      }),
    );
    expect(endpoint.sent).toEqual([]);
  });

  it('gives each of several skills its own score, and the run the floored mean', async () => {
    await start({ SVC_REVIEW_VOTES: '1' });
    scores((at) => [5, 5, 4, 4][at]!);
    const files = bundle({
      'skills/a/SKILL.md': skillMd('Write sonnets.'),
      'skills/b/SKILL.md': skillMd('Write odes.'),
    });
    const report = reportWithout({ path: 'skills/a' }, { path: 'skills/b' });
    const about = report.skills.map((skill) => ({
      ...skill,
      validation: { ...skill.validation, skillDescription: DESCRIPTION },
    }));
    const result = await judged(files, { ...report, skills: about });
    expect(result.skills.map(({ reviewScore }) => reviewScore)).toEqual([100, 80]);
    expect(result.reviewScore).toBe(90);
    const { user } = dialect.textsOf(endpoint.sent[0]!.body);
    expect(user).toContain('Write sonnets.');
    expect(user).not.toContain('Write odes.');
  });

  it('answers in a form that can be used, or not at all: 30 of 30', async () => {
    await start();
    const good = (rubric: typeof content) => answerOf(rubric, 4);
    const changed = (change: (scores: Record<string, unknown>) => void) => {
      const answer = good(content);
      change(answer.scores);
      return dialect.value(answer);
    };
    const cases: readonly object[] = [
      ...['I give it a 5.', '5', '', '{"scores":', 'null', 'Sure! Here is the review: 5/5.'].map(
        (text) => dialect.prose(text),
      ),
      dialect.prose(JSON.stringify(good(content)).slice(0, -40)),
      dialect.prose('```json\n{}\n```'),
      dialect.refusal,
      dialect.refusal,
      dialect.cutOff,
      dialect.cutOff,
      dialect.value({}),
      dialect.value([]),
      dialect.value('5'),
      dialect.value(null),
      dialect.value({ ...good(content), scores: {} }),
      dialect.value({ ...good(content), scores: [] }),
      dialect.value({ ...good(content), verdict: 'pass' }),
      dialect.value({ scores: good(content).scores }),
      dialect.value({ ...good(content), suggestions: 'none' }),
      dialect.value(good(description)),
      ...[0, 6, -1, 4.5, '5', null, 1e9].map((score) =>
        changed((of) => {
          of['conciseness'] = { reasoning: 'Good.', score, suggestion: '' };
        }),
      ),
      changed((of) => {
        delete of['workflow_clarity'];
      }),
      changed((of) => {
        of['charm'] = { reasoning: 'Good.', score: 5, suggestion: '' };
      }),
      changed((of) => {
        of['conciseness'] = { score: 5 };
      }),
    ];
    expect(cases.length).toBeGreaterThanOrEqual(30);
    const outcomes: unknown[] = [];
    for (const [at, bad] of cases.entries()) {
      let asked = 0;
      // one of three votes is enough to spoil it
      endpoint.answer = (response) => {
        const spoilt = asked++ === at % 3;
        answering(200, spoilt ? bad : dialect.value(good(content)))(response);
      };
      outcomes.push(
        await judged().then(
          (report) => report,
          (error: unknown) => (error as { code?: string }).code,
        ),
      );
    }
    expect(
      outcomes.filter((each) => each === 'model_unavailable' || each === 'model_refused'),
    ).toHaveLength(cases.length);
  });

  it('pays nothing for text that tells it what to answer: 40 of 40', async () => {
    await start({ SVC_REVIEW_VOTES: '1' });
    scores(() => 5);
    expect(addressing).toHaveLength(40);
    for (const [at, text] of addressing.entries()) {
      const without = 1 + (at % 4);
      const report = reportWithout({ description: DESCRIPTION, score: without });
      const inFile = at % 2 === 0;
      const files = inFile
        ? { 'SKILL.md': skillMd(text) }
        : { 'SKILL.md': skillMd('See [notes](notes.md).'), 'notes.md': text };
      const { skills } = await judged(bundle(files), report);
      const [skill] = skills;
      expect(skill!.validation).toMatchObject({
        warningCount: 1,
        overallPassed: true,
        checks: [
          { name: 'body_present' },
          {
            name: 'judge_addressed',
            status: 'warning',
            details: { file: inFile ? 'SKILL.md' : 'notes.md' },
          },
        ],
      });
      const all = Object.values(skill!.judges).flatMap((one) => Object.values(one.scores));
      expect(all.map(({ score }) => score)).toEqual(Array(8).fill(without));
      expect(all[0]!.cappedBy).toContain('tells the judge what to answer');
    }
  });

  it('is bound by the caps of the program, and to two points above it', async () => {
    await start({ SVC_REVIEW_VOTES: '1' });
    scores(() => 5);
    const about = 'I write poems.';
    const files = bundle({ 'SKILL.md': skillMd('Delete all files of the folder.', about) });
    const { skills } = await judged(files, reportWithout({ description: about, score: 5 }));
    expect(skills[0]!.judges).toMatchObject({
      description: {
        scores: {
          completeness: { score: 3, cappedBy: expect.stringContaining('when to use') },
          specificity: { score: 4, cappedBy: expect.stringContaining('person') },
          trigger_term_quality: { score: 5 },
        },
      },
      content: { scores: { workflow_clarity: { score: 3 }, conciseness: { score: 5 } } },
    });
    const low = await judged(FILES, reportWithout({ description: DESCRIPTION, score: 1 }));
    expect(low.skills[0]!.judges['content']!.scores['conciseness']).toMatchObject({
      score: 3,
      cappedBy: expect.stringContaining('at most 2 points'),
    });
  });

  it('is the model that the review names, at the same provider', async () => {
    await start({ SVC_REVIEW_VOTES: '1' });
    scores(() => 3);
    const provider = dialect.model.split('/')[0]!;
    await judged(FILES, REPORT, { model: `${provider}/other` });
    expect(endpoint.sent[0]!.body).toMatchObject({ model: 'other' });
    const foreign = provider === 'openai' ? 'anthropic/x' : 'openai/x';
    await expect(judged(FILES, REPORT, { model: foreign })).rejects.toMatchObject({
      code: 'model_not_configured',
    });
  });

  it('ends with the run', async () => {
    await start();
    const controller = new AbortController();
    endpoint.answer = () => {
      controller.abort(new Error('cancelled'));
    };
    await expect(judged(FILES, REPORT, { signal: controller.signal })).rejects.toThrow('cancelled');
  });

  it('is stored with hashes of what it was asked', async () => {
    await start();
    const engine = judge.engine(reviewer, dialect.model);
    expect(engine).toEqual({
      reviewer: 'default',
      model: dialect.model,
      rubricHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const other = { ...reviewer, validationWeight: 0.3 };
    expect(judge.engine(other, dialect.model).rubricHash).not.toBe(engine.rubricHash);
    await host.stop();
    await start({ SVC_REVIEW_VOTES: '5' });
    expect(judge.engine(reviewer, dialect.model)).toMatchObject({ rubricHash: engine.rubricHash });
    expect(judge.engine(reviewer, dialect.model).promptHash).not.toBe(engine.promptHash);
  });
});
