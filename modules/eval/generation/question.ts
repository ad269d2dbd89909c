/** The question to a model that writes scenarios, and the form of its answer. */
import type { AnswerSchema } from '../../models/contract/index.js';
import { categories, type Category } from '../scenario/scenario.js';

export interface ProposedCriterion {
  readonly name: string;
  readonly description: string;
  readonly max_score: number;
  readonly category?: Category;
}

/** A scenario as a model proposes it. */
export interface Proposal {
  readonly name: string;
  readonly description: string;
  readonly context: string;
  readonly task: string;
  readonly criteria: readonly ProposedCriterion[];
}

export interface ProposalsAnswer {
  readonly scenarios: readonly Proposal[];
}

/** What the scenarios are made of. */
export interface Material {
  readonly kind: 'plugin' | 'change';
  readonly pieces: readonly { readonly name: string; readonly text: string }[];
}

const FORM = [
  'You write evaluation scenarios for coding agents. A scenario is a task and a checklist by which a solution is scored. The agent sees the task and never the checklist.',
  '`task`: what a person would ask for, in Markdown, complete enough to be solved in an empty folder or in the repository that is described. It says what is wanted and names the files to be written. It never says what the checklist asks for, never names a skill, and never mentions that it is a test.',
  '`criteria`: 3 to 8, each about one thing that can be seen in the files or the answer of a solution, with words such as names, values and formats instead of "good" or "properly". No two ask for the same. `max_score`: points, together about 100, none more than half. `category` is one of the listed words where one fits; MUST_NOT is for what must not be there, and at most a third of the points have it.',
  '`name`: two to five words. `description`: one sentence for people. `context`: one or two sentences for the judge.',
];

const OF: Readonly<Record<Material['kind'], string>> = {
  plugin:
    'The data is a plugin with skills: instructions for agents. Write scenarios that an agent solves better when it follows the skills. The checklist asks for what only the skills tell, such as a convention, a format or a step; each scenario is about another part of them.',
  change:
    'The data is a change of a repository: its message and its patch. Write a scenario whose task leads to this change: the agent begins with the repository as it was before. The checklist asks for what the change does, its edge cases, and the conventions of the repository that it follows, and not for the same words or lines.',
};

/** `rejected`: why proposals before could not be used. */
export function systemOf(
  kind: Material['kind'],
  count: number,
  rejected: readonly string[],
): string {
  const again =
    rejected.length === 0
      ? []
      : [
          'The piece of data "Rejected" says why scenarios that you proposed before could not be used. Write other ones without these mistakes.',
        ];
  return [
    ...FORM,
    OF[kind],
    `Write ${count === 1 ? 'one scenario' : `${count} scenarios`}.`,
    ...again,
  ].join('\n\n');
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

export const proposalsSchema: AnswerSchema<ProposalsAnswer> = {
  type: 'object',
  required: ['scenarios'],
  additionalProperties: false,
  properties: {
    scenarios: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['name', 'description', 'context', 'task', 'criteria'],
        additionalProperties: false,
        properties: {
          name: text(200),
          description: text(1000),
          context: text(2000),
          task: text(20_000),
          criteria: {
            type: 'array',
            maxItems: 30,
            items: {
              type: 'object',
              required: ['name', 'description', 'max_score'],
              additionalProperties: false,
              properties: {
                name: text(200),
                description: text(2000),
                max_score: { type: 'number', minimum: 0, maximum: 1000 },
                category: { type: 'string', enum: [...categories] },
              },
            },
          },
        },
      },
    },
  },
};
