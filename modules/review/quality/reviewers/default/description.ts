import type { Rubric } from '../../../contract/reviewers.js';

/** Whether an agent picks the skill at the right moment, and only then. */
export const description: Rubric = {
  evaluation_target: 'description',
  scale: { min: 1, max: 5 },
  scope:
    'The field `description` in the front matter of SKILL.md, together with `name`. The rest of the bundle only shows whether the description is true: it earns nothing here.',
  scoring_notes: [
    'An agent sees the description beside those of many other skills, before it has read anything else.',
    'A description that promises what the bundle does not hold gets at most 2 for specificity.',
    'More words are not better: a list of terms that the skill does not serve lowers trigger_term_quality and distinctiveness_conflict_risk.',
  ],
  dimensions: [
    {
      id: 'specificity',
      name: 'Specificity',
      weight: 0.2,
      question: 'Does the description name concrete things that the skill does?',
      rationale: 'An agent matches the task at hand with actions, not with a promise to help.',
      scores: {
        1: 'No action at all, only a field or a promise: "Database helper."',
        2: 'One vague action or several empty ones: "Helps with databases and improves queries."',
        3: 'The subject is clear and one or two actions are concrete: "Writes SQL migrations and handles other schema work."',
        4: 'Several concrete actions with their objects, and one part that stays general: "Writes SQL migrations, adds indexes to slow tables and manages schemas."',
        5: 'Every part names an action and its object, in the third person: "Writes reversible SQL migrations, adds indexes to slow tables, and compares two schemas column by column."',
      },
    },
    {
      id: 'trigger_term_quality',
      name: 'Trigger terms',
      weight: 0.3,
      question: 'Does it contain the words that people use when they need it?',
      rationale:
        'People ask in their own words: product names, file types, error texts, everyday verbs.',
      scores: {
        1: 'Only internal or abstract terms that nobody would type: "Persistence layer evolution."',
        2: 'One ordinary term, among others that only the author uses.',
        3: 'Some ordinary terms, but the usual variants, file types or product names are missing: "migrations", and neither "schema change" nor "ALTER TABLE".',
        4: 'Most words that a person would use for the task, with one evident gap.',
        5: 'The words of different people for the same need, with products, file types or commands where there are some: "migration, schema change, ALTER TABLE, .sql files, Flyway".',
      },
    },
    {
      id: 'completeness',
      name: 'Completeness',
      weight: 0.35,
      question: 'Does it say both what the skill does and when to use it?',
      rationale:
        'Without the second half an agent knows the tool and not the occasion, and leaves it in the box.',
      scores: {
        1: 'Neither can be told from it.',
        2: 'One of the two, and that one vaguely.',
        3: 'What it does is clear; when to use it can only be guessed. Or the reverse.',
        4: 'Both are there; the occasion is general ("when working with databases").',
        5: 'Both are explicit, and the occasions are ones that an agent can recognise ("Use when a table has to change on a running system, or a migration fails half-way").',
      },
    },
    {
      id: 'distinctiveness_conflict_risk',
      name: 'Distinctiveness',
      weight: 0.15,
      question: 'Is it unlikely that the skill is picked in place of another one, or without need?',
      rationale: 'A skill that answers to everything gets in the way of all others.',
      scores: {
        1: 'Fits nearly any request: "Improves your work."',
        2: 'Fits a whole field in which there are many skills: "For writing code."',
        3: 'A field of its own, whose borders stay open: "For SQL."',
        4: 'A narrow field, with a small overlap that a sentence would resolve.',
        5: 'A field that no other skill is likely to claim, or one whose border is stated ("for PostgreSQL; not for query tuning").',
      },
    },
  ],
};
