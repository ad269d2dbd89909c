import { createHash } from 'node:crypto';
import { shortened } from '../../../toolbox/shortened.js';
import type { GeneratedScenario } from '../contract/generation-view.js';
import { lintScenario } from '../lint/lint-scenario.js';
import type { Finding } from '../scenario/findings.js';
import { rules, type RuleId, type Severity } from '../scenario/rules.js';
import { seen } from '../scoring/judge/withheld.js';
import type { Proposal } from './question.js';
import { textFolder } from './text-folder.js';

/** A commit that a scenario begins with. */
export interface CommitStart {
  readonly repoUrl: string;
  readonly ref: string;
  /** Patterns of files that are left out. */
  readonly exclude: readonly string[];
}

/** A proposal that can be used as a scenario, or a sentence that says why it cannot. */
export type ReadProposal =
  | { readonly scenario: GeneratedScenario; readonly files: ReadonlyMap<string, string> }
  | { readonly rejected: string };

/** Warnings that make a generated scenario useless; people who write one themselves are only warned. */
const NOT_ACCEPTED: ReadonlySet<RuleId> = new Set(['given-away', 'empty-scores', 'free-points']);
const LONGEST = 300;

/** Reads a proposal as the scenario that it would be. Names of files are made here: nothing of a model's answer becomes a path as it stands. */
export async function readProposal(
  proposal: Proposal,
  start: CommitStart | undefined,
): Promise<ReadProposal> {
  const files = filesOf(proposal, start);
  const lint = await lintScenario(textFolder(files));
  const name = shortened(oneLine(proposal.name), 80);
  if (lint.kind === 'none') return { rejected: `"${name}" ${lint.why}.` };
  const wrong = lint.findings.filter(isWrong);
  if (wrong.length > 0)
    return { rejected: shortened(`"${name}": ${wrong.map(noteOf).join(' ')}`, LONGEST) };
  const scenario = {
    name: `${hashOf(files)}-${slugOf(proposal.name)}`,
    shortDescription: shortened(oneLine(proposal.description), LONGEST),
    checklistSize: proposal.criteria.length,
  };
  return { scenario, files };
}

function isWrong({ rule }: Finding): boolean {
  const { severity }: { readonly severity: Severity } = rules[rule];
  return severity === 'error' || NOT_ACCEPTED.has(rule);
}

const noteOf = ({ file, line, message }: Finding): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${oneLine(message)}`;

const oneLine = (text: string): string => seen(text).replace(/\s+/g, ' ').trim();

function filesOf(
  { task, context, description, criteria }: Proposal,
  start: CommitStart | undefined,
): ReadonlyMap<string, string> {
  const checklist = criteria.map((criterion) => ({
    ...criterion,
    name: oneLine(criterion.name),
    description: oneLine(criterion.description),
  }));
  const rubric = { context: oneLine(context), type: 'weighted_checklist', checklist };
  const fixtures = start && { repository: { type: 'commit', ...start } };
  const preparation = { description: oneLine(description), ...(fixtures && { fixtures }) };
  return new Map([
    ['task.md', `${seen(task).trim()}\n`],
    ['criteria.json', json(rubric)],
    ['scenario.json', json(preparation)],
  ]);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const hashOf = (files: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 7);

/** Small letters of English, digits and hyphens; whatever else a name has is no part of a path. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/-+$/, '') || 'scenario';
