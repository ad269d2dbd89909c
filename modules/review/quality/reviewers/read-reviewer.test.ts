import { describe, expect, it } from '@jest/globals';
import type { SvcError } from 'svc-registry/kernel';
import { defaultReviewer } from './default/index.js';
import { readReviewer, reviewerFrom } from './read-reviewer.js';
import { rubricHashOf } from './reviewer.js';
import { isWeight, wrongSum } from './weights.js';

const CONFIG = 'skills/skill-reviewer/references/config.json';
const STYLE = 'skills/skill-reviewer/references/rubrics/style.json';

const dimension = (id: string, weight: number): Record<string, unknown> => ({
  id,
  name: id,
  weight,
  question: `Is it good for ${id}?`,
  scores: { 1: 'No.', 3: 'Partly.', 5: 'Yes.' },
});
const rubric = {
  evaluation_target: 'style',
  scale: { min: 1, max: 5 },
  dimensions: [dimension('tone', 0.3), dimension('order', 0.6), dimension('form', 0.1)],
};
const config = { validation_weight: 0.3, judges: { style: { weight: 0.7 } } };

type Contents = Readonly<Record<string, unknown>>;

const filesOf = (contents: Contents) =>
  Object.entries(contents).map(([path, content]) => ({
    path,
    content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  }));
const plugin: Contents = {
  'skills/skill-reviewer/SKILL.md': '# Reviewer',
  [CONFIG]: config,
  [STYLE]: rubric,
  'skills/skill-reviewer/references/schemas/output.json': '{',
};
const read = (changes: Contents = {}) =>
  readReviewer(filesOf({ ...plugin, ...changes }), 'tools/house');
const refusal = (changes: Contents): SvcError => {
  try {
    read(changes);
  } catch (error) {
    return error as SvcError;
  }
  throw new Error('it was accepted');
};

it('reads the documented layout', () => {
  expect(read()).toEqual({
    ref: 'tools/house',
    validationWeight: 0.3,
    judges: [{ stem: 'style', weight: 0.7, rubric }],
  });
});

it('takes the default reviewer', () => {
  const reviewer = reviewerFrom(defaultReviewer, 'default');
  expect(reviewer.judges.map(({ stem, weight }) => [stem, weight])).toEqual([
    ['content', 0.4],
    ['description', 0.4],
  ]);
  for (const { rubric } of reviewer.judges)
    for (const { scores } of rubric.dimensions)
      expect(Object.keys(scores)).toEqual(['1', '2', '3', '4', '5']);
  expect(rubricHashOf(reviewer)).toMatch(/^[0-9a-f]{64}$/);
  expect(rubricHashOf({ ...reviewer, validationWeight: 0.1 })).not.toBe(rubricHashOf(reviewer));
});

const judgesOf = (count: number) => {
  const stems = Array.from({ length: count }, (_, at) => `judge${at}`);
  return {
    [CONFIG]: {
      validation_weight: 0,
      judges: Object.fromEntries(stems.map((stem) => [stem, { weight: 1 / count }])),
    },
  };
};
const rubricsOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [STYLE.replace('style', `judge${at}`), rubric]),
  );
const withDimension = (change: object) => ({
  [STYLE]: { ...rubric, dimensions: [{ ...dimension('tone', 1), ...change }] },
});

interface Mistake {
  readonly what: string;
  readonly changes: Contents;
  readonly file: string;
  readonly field?: string;
  readonly message: RegExp;
}

const mistakes: readonly Mistake[] = [
  {
    what: 'weights above 1',
    changes: { [CONFIG]: { ...config, validation_weight: 0.4 } },
    file: CONFIG,
    field: 'judges',
    message: /sum to 1\.1, and must sum to 1\.0/,
  },
  {
    what: 'weights a millionth below 1',
    changes: { [CONFIG]: { ...config, validation_weight: 0.299999 } },
    file: CONFIG,
    field: 'judges',
    message: /sum to 0\.999999/,
  },
  {
    what: 'a weight below 0',
    changes: { [CONFIG]: { validation_weight: -0.5, judges: { style: { weight: 1.5 } } } },
    file: CONFIG,
    field: 'validation_weight',
    message: /-0\.5 is no weight/,
  },
  {
    what: 'a weight of a third',
    changes: { [CONFIG]: { validation_weight: 1 / 3, judges: { style: { weight: 2 / 3 } } } },
    file: CONFIG,
    field: 'validation_weight',
    message: /at most 6 decimals/,
  },
  {
    what: 'a weight that is text',
    changes: { [CONFIG]: { ...config, judges: { style: { weight: '0.7' } } } },
    file: CONFIG,
    field: 'judges.style.weight',
    message: /must be number/,
  },
  {
    what: 'no weight of the checks',
    changes: { [CONFIG]: { judges: config.judges } },
    file: CONFIG,
    message: /validation_weight/,
  },
  {
    what: 'a judge without rubric',
    changes: {
      [CONFIG]: {
        validation_weight: 0.3,
        judges: { style: { weight: 0.3 }, taste: { weight: 0.4 } },
      },
    },
    file: CONFIG,
    field: 'judges.taste',
    message: /rubrics\/taste\.json is missing/,
  },
  {
    what: 'no judge',
    changes: { [CONFIG]: { validation_weight: 1, judges: {} } },
    file: CONFIG,
    field: 'judges',
    message: /fewer than 1/,
  },
  {
    what: 'the name of a judge',
    changes: { [CONFIG]: { validation_weight: 0.3, judges: { '../x': { weight: 0.7 } } } },
    file: CONFIG,
    field: 'judges',
    message: /pattern|property name/,
  },
  {
    what: '200 judges',
    changes: judgesOf(200),
    file: CONFIG,
    field: 'judges',
    message: /200 judges; a reviewer has at most 10/,
  },
  {
    what: '200 rubrics',
    changes: rubricsOf(200),
    file: 'skills/skill-reviewer/references/rubrics',
    message: /201 rubrics; a reviewer has at most 10/,
  },
  {
    what: 'no JSON',
    changes: { [STYLE]: '{\n  "scale": {,}\n}' },
    file: STYLE,
    message: /not valid JSON/,
  },
  {
    what: 'a rubric that is too large',
    changes: { [STYLE]: { ...rubric, reference_examples: 'x'.repeat(70_000) } },
    file: STYLE,
    message: /larger than 64 KB/,
  },
  {
    what: 'weights of dimensions',
    changes: withDimension({ weight: 0.9 }),
    file: STYLE,
    field: 'dimensions',
    message: /sum to 0\.9/,
  },
  {
    what: 'the id of a dimension',
    changes: withDimension({ id: 'Tone!' }),
    file: STYLE,
    field: 'dimensions[0].id',
    message: /pattern/,
  },
  {
    what: 'a dimension twice',
    changes: {
      [STYLE]: { ...rubric, dimensions: [dimension('tone', 0.5), dimension('tone', 0.5)] },
    },
    file: STYLE,
    field: 'dimensions[1].id',
    message: /"tone" is there twice/,
  },
  {
    what: 'a score out of scale',
    changes: withDimension({ scores: { 1: 'No.', 5: 'Yes.', 6: 'More.' } }),
    file: STYLE,
    field: 'dimensions[0].scores',
    message: /"6" is no score from 1 to 5/,
  },
  {
    what: 'an end of the scale that is not described',
    changes: withDimension({ scores: { 5: 'Yes.' } }),
    file: STYLE,
    field: 'dimensions[0].scores',
    message: /what a 1 is/,
  },
  {
    what: 'a scale upside down',
    changes: { [STYLE]: { ...rubric, scale: { min: 5, max: 1 } } },
    file: STYLE,
    field: 'scale',
    message: /min must be less/,
  },
  {
    what: 'a content rubric without notes',
    changes: { [STYLE]: { ...rubric, evaluation_target: 'content', scope: 'All.' } },
    file: STYLE,
    field: 'scoring_notes',
    message: /required for the target "content"/,
  },
];

describe('refuses, with file and field,', () => {
  it.each(mistakes)('$what', ({ changes, file, field, message }) => {
    const error = refusal(changes);
    expect(error).toMatchObject({ code: 'reviewer_invalid', status: 400, exit: 3 });
    expect(error.message).toContain(file);
    expect(error.issues).toContainEqual(
      expect.objectContaining({
        file,
        ...(field !== undefined && { field }),
        message: expect.stringMatching(message),
      }),
    );
  });

  it('every mistake at once', () => {
    const { issues, message } = refusal({
      [CONFIG]: { ...config, validation_weight: 0.4 },
      ...withDimension({ weight: 0.9, scores: {} }),
    });
    expect(issues).toHaveLength(4);
    expect(message).toContain('3 more');
  });

  it.each(['skills/skill-reviewer/SKILL.md', CONFIG])('a plugin without %s', (path) => {
    const files = filesOf(plugin).filter((file) => file.path !== path);
    expect(() => readReviewer(files, 'tools/house')).toThrow(`${path}: is missing`);
  });
});

it('adds weights as decimals', () => {
  expect(0.3 + 0.6 + 0.1).not.toBe(1);
  expect(wrongSum([0.3, 0.6, 0.1])).toBeUndefined();
  expect(wrongSum([0.000001, 0.999999])).toBeUndefined();
  expect(wrongSum([0.5, 0.6])).toBe('1.1');
  expect(wrongSum([1, 1])).toBe('2.0');
  expect([1e-6, 1e-7, 1.1, Number.NaN].map(isWeight)).toEqual([true, false, false, false]);
});

it('refuses a rubric that is nested too deeply', () => {
  const scope = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = JSON.stringify(rubric).replace('{', `{"scope":${scope},`);
  expect(refusal({ [STYLE]: text })).toMatchObject({
    code: 'reviewer_invalid',
    issues: [{ file: STYLE, message: 'is nested too deeply' }],
  });
});
