/** Reads a reviewer from the files of a plugin, which others may have written. */
import type { ErrorIssue } from 'svc-registry/kernel';
import { jsonErrorPosition } from '../../../../toolbox/json-error.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { reviewerInvalid } from '../../contract/errors.js';
import type { ReviewerDefinition } from '../../contract/reviewers.js';
import { shown } from '../../engine/shown.js';
import { checkReviewer, type ReviewerPart, type ReviewerParts } from './check-reviewer.js';
import type { Reviewer } from './reviewer.js';
import { most } from './shape.js';

/** A file of a bundle. */
export interface ReviewerFile {
  readonly path: string;
  readonly content: Uint8Array;
}

const FOLDER = 'skills/skill-reviewer/';
const SKILL = `${FOLDER}SKILL.md`;
const CONFIG = `${FOLDER}references/config.json`;
const RUBRIC = new RegExp(`^${FOLDER}references/rubrics/([^/]+)\\.json$`);

type Part = ReviewerPart | { readonly issue: ErrorIssue };

/** The reviewer in a plugin. `ref` is stored with its scores. Throws `reviewer_invalid` with everything that is wrong. */
export function readReviewer(files: readonly ReviewerFile[], ref: string): Reviewer {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const missing = [SKILL, CONFIG].filter((path) => !byPath.has(path));
  refuse(
    ref,
    missing.map((file) => ({ file, message: 'is missing: a reviewer plugin must have it' })),
  );
  const rubrics = files.filter(({ path }) => RUBRIC.test(path));
  if (rubrics.length > most.judges)
    refuse(ref, [
      {
        file: `${FOLDER}references/rubrics`,
        message: `holds ${rubrics.length} rubrics; a reviewer has at most ${most.judges} judges`,
      },
    ]);
  const parts = [byPath.get(CONFIG), ...rubrics].map((file) => partOf(file));
  refuse(
    ref,
    parts.flatMap((part) => ('issue' in part ? [part.issue] : [])),
  );
  const [config, ...read] = parts.filter((part) => !('issue' in part)) as [
    ReviewerPart,
    ...ReviewerPart[],
  ];
  const byStem = read.map((part) => [RUBRIC.exec(part.file)?.[1] ?? '', part] as const);
  return checked(ref, { config, rubrics: new Map(byStem) });
}

/** The reviewer that a module gives. */
export function reviewerFrom({ config, rubrics }: ReviewerDefinition, ref: string): Reviewer {
  const parts = Object.entries(rubrics).map(
    ([stem, value]) => [stem, { file: `rubrics.${stem}`, value }] as const,
  );
  return checked(ref, { config: { file: 'config', value: config }, rubrics: new Map(parts) });
}

function checked(ref: string, parts: ReviewerParts): Reviewer {
  const result = checkReviewer(ref, parts);
  if ('reviewer' in result) return result.reviewer;
  throw invalid(ref, result.issues);
}

function refuse(ref: string, issues: readonly ErrorIssue[]): void {
  if (issues.length > 0) throw invalid(ref, issues);
}

/** Names and values in the messages are those of the plugin. */
function invalid(ref: string, issues: readonly ErrorIssue[]): Error {
  const clean = issues.map(({ message, field, ...rest }) => ({
    ...rest,
    ...(field !== undefined && { field: shown(field) }),
    message: shown(message),
  }));
  const [first] = clean;
  const at = [first?.file, first?.field].filter((part) => part !== undefined).join(', ');
  const why = `${at}: ${first?.message ?? ''}`;
  return reviewerInvalid({ ref, why, others: clean.length - 1 }, { issues: clean });
}

function partOf(file: ReviewerFile | undefined): Part {
  if (file === undefined) return { issue: { message: 'is missing' } };
  const { path, content } = file;
  if (content.length > most.bytes)
    return { issue: { file: path, message: `is larger than ${most.bytes / 1024} KB` } };
  const text = Buffer.from(content)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const value = parsedJson(text);
  if (isDeeper(value, most.depth))
    return { issue: { file: path, message: 'is nested too deeply' } };
  if (value !== undefined) return { file: path, value };
  return { issue: { file: path, ...jsonErrorPosition(text), message: 'is not valid JSON' } };
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
