import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { ErrorIssue } from 'svc-registry/kernel';
import { by } from '../../../../toolbox/by.js';
import { once } from '../../../../toolbox/once.js';
import type { ReviewerDefinition, Rubric } from '../../contract/reviewers.js';
import type { Reviewer } from './reviewer.js';
import { configShape, most, rubricShape } from './shape.js';
import { isWeight, wrongSum } from './weights.js';

/** A part of a reviewer that was read: where it stands, and its value, of which nothing is known. */
export interface ReviewerPart {
  readonly file: string;
  readonly value: unknown;
}

export interface ReviewerParts {
  readonly config: ReviewerPart;
  /** By the names of the judges. */
  readonly rubrics: ReadonlyMap<string, ReviewerPart>;
}

type Config = ReviewerDefinition['config'];

const shapes = once(() => {
  const ajv = new Ajv2020({ allErrors: true });
  return { config: ajv.compile<Config>(configShape), rubric: ajv.compile<Rubric>(rubricShape) };
});

/** A reviewer, or everything that is wrong with it. */
export function checkReviewer(
  ref: string,
  { config, rubrics }: ReviewerParts,
): { readonly reviewer: Reviewer } | { readonly issues: readonly ErrorIssue[] } {
  const { config: isConfig, rubric: isRubric } = shapes();
  const { file, value } = config;
  if (!isConfig(value)) return { issues: issuesOf(file, isConfig.errors) };
  const stems = Object.keys(value.judges);
  if (stems.length > most.judges) return { issues: [tooMany(file, stems.length)] };
  const issues = [...weightIssues(file, value)];
  const judges: Reviewer['judges'][number][] = [];
  for (const [stem, { weight }] of Object.entries(value.judges)) {
    const part = rubrics.get(stem);
    if (part === undefined) issues.push(noRubric(file, stem));
    else if (!isRubric(part.value)) issues.push(...issuesOf(part.file, isRubric.errors));
    else {
      issues.push(...rubricIssues(part.file, part.value));
      judges.push({ stem, weight, rubric: part.value });
    }
  }
  if (issues.length > 0) return { issues };
  judges.sort(by(({ stem }) => stem));
  return { reviewer: { ref, validationWeight: value.validation_weight, judges } };
}

const tooMany = (file: string, count: number): ErrorIssue => ({
  file,
  field: 'judges',
  message: `${count} judges; a reviewer has at most ${most.judges}`,
});

const noRubric = (file: string, stem: string): ErrorIssue => ({
  file,
  field: `judges.${stem}`,
  message: `the judge has no rubric: references/rubrics/${stem}.json is missing`,
});

function weightIssues(file: string, { validation_weight, judges }: Config): readonly ErrorIssue[] {
  const weights = [
    { field: 'validation_weight', weight: validation_weight },
    ...Object.entries(judges).map(([stem, { weight }]) => ({
      field: `judges.${stem}.weight`,
      weight,
    })),
  ];
  return sumIssues(file, { weights, field: 'judges', what: 'validation_weight and the judges' });
}

function sumIssues(
  file: string,
  given: {
    readonly weights: readonly { readonly field: string; readonly weight: number }[];
    readonly field: string;
    readonly what: string;
  },
): readonly ErrorIssue[] {
  const { weights, field, what } = given;
  const unusable = weights.filter(({ weight }) => !isWeight(weight));
  if (unusable.length > 0)
    return unusable.map(({ field, weight }) => ({
      file,
      field,
      message: `${weight} is no weight: a number from 0 to 1 with at most 6 decimals`,
    }));
  const sum = wrongSum(weights.map(({ weight }) => weight));
  if (sum === undefined) return [];
  return [{ file, field, message: `the weights of ${what} sum to ${sum}, and must sum to 1.0` }];
}

function rubricIssues(file: string, rubric: Rubric): readonly ErrorIssue[] {
  const { scale, dimensions } = rubric;
  const issues: ErrorIssue[] = [];
  if (scale.min >= scale.max)
    issues.push({ file, field: 'scale', message: 'min must be less than max' });
  const weights = dimensions.map(({ weight }, at) => ({
    field: `dimensions[${at}].weight`,
    weight,
  }));
  issues.push(...sumIssues(file, { weights, field: 'dimensions', what: 'the dimensions' }));
  const known = new Set<string>();
  for (const [at, { id, scores }] of dimensions.entries()) {
    if (known.has(id))
      issues.push({ file, field: `dimensions[${at}].id`, message: `"${id}" is there twice` });
    known.add(id);
    issues.push(...scoreIssues(file, `dimensions[${at}].scores`, { scores, scale }));
  }
  if (rubric.evaluation_target === 'content')
    for (const field of ['scope', 'scoring_notes'] as const)
      if (rubric[field] === undefined)
        issues.push({ file, field, message: 'is required for the target "content"' });
  return issues;
}

function scoreIssues(
  file: string,
  field: string,
  { scores, scale }: Pick<Rubric, 'scale'> & { readonly scores: object },
): readonly ErrorIssue[] {
  const { min, max } = scale;
  const issues: ErrorIssue[] = [];
  for (const key of Object.keys(scores))
    if (!/^\d{1,3}$/.test(key) || Number(key) < min || Number(key) > max)
      issues.push({ file, field, message: `"${key}" is no score from ${min} to ${max}` });
  for (const end of [min, max])
    if (!Object.hasOwn(scores, end))
      issues.push({ file, field, message: `does not say what a ${end} is` });
  return issues;
}

/** As `judges.style.weight` and `dimensions[0].id`. */
function issuesOf(
  file: string,
  errors: readonly ErrorObject[] | null | undefined,
): readonly ErrorIssue[] {
  return (errors ?? []).slice(0, MOST_ISSUES).map(({ instancePath, message = 'is wrong' }) => {
    const field = instancePath
      .slice(1)
      .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
      .replaceAll('/', '.');
    return { file, ...(field !== '' && { field }), message };
  });
}

const MOST_ISSUES = 20;
