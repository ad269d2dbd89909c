/** What an error and a warning are: an error makes a score meaningless or the scenario unusable, a warning deserves a look. */
export type Severity = 'error' | 'warning';

/** A rule of scenarios. */
export interface Rule {
  readonly severity: Severity;
  /** What is wrong where it is broken. */
  readonly what: string;
  readonly fix: string;
}

/** Every rule, by its id. */
export const rules = {
  file: {
    severity: 'error',
    what: 'A file is missing, too large, or no text that can be read.',
    fix: 'Put a text file there.',
  },
  schema: {
    severity: 'error',
    what: 'A file does not have the documented form.',
    fix: 'Correct the field; the guide on evaluations has the form of each file.',
  },
  'unknown-key': {
    severity: 'warning',
    what: 'A key means nothing here and is ignored.',
    fix: 'Correct its spelling, or remove it.',
  },
  'old-name': {
    severity: 'error',
    what: 'Criteria are in rubric.json, as in older projects.',
    fix: 'Rename rubric.json to criteria.json.',
  },
  outside: {
    severity: 'error',
    what: 'A path or a link leads out of the folder that it has to stay in.',
    fix: 'Put a copy inside, and name that.',
  },
  'rubric-shown': {
    severity: 'error',
    what: 'The agent is given the criteria that it is scored by.',
    fix: 'Include the files that the task needs, each by its name, and not criteria.json.',
  },
  'unpinned-ref': {
    severity: 'warning',
    what: 'A fixture is a branch or a tag, which may move: a workspace keeps the commit that it has fetched first, and another one may get another.',
    fix: 'Give the hash of the commit; `git rev-parse <branch>` prints it.',
  },
  'no-shebang': {
    severity: 'warning',
    what: 'A setup script does not say what runs it.',
    fix: 'Begin it with a line such as #!/bin/sh.',
  },
  'duplicate-name': {
    severity: 'error',
    what: 'Two criteria have one name, under which their scores are kept.',
    fix: 'Give each criterion a name of its own.',
  },
  'zero-weights': {
    severity: 'error',
    what: 'All criteria together are worth nothing.',
    fix: 'Give "max_score" of the criteria that count.',
  },
  'dominant-weight': {
    severity: 'warning',
    what: 'One criterion decides the score, whatever the others say.',
    fix: 'Lower its "max_score", or split it.',
  },
  'given-away': {
    severity: 'warning',
    what: 'The task says what the criterion asks for, so every agent does it, with the skill or without.',
    fix: 'Remove it from the task, or score something that only the skill tells.',
  },
  overlap: {
    severity: 'warning',
    what: 'Two criteria ask for the same, which then counts twice.',
    fix: 'Merge them, or say what each asks for that the other does not.',
  },
  'free-points': {
    severity: 'warning',
    what: 'The check passes before the agent has done anything.',
    fix: 'Check something that the solution has to change.',
  },
  'empty-passes': {
    severity: 'error',
    what: 'A solution that does nothing gets all points.',
    fix: 'Add criteria for what a solution has to do.',
  },
  'empty-scores': {
    severity: 'warning',
    what: 'A solution that does nothing gets half of the points or more.',
    fix: 'Give what a solution has to do more weight than what it must leave alone.',
  },
  vague: {
    severity: 'warning',
    what: 'The criterion leaves open what it asks for, so judges will differ.',
    fix: 'Say what can be seen in a solution that meets it, or give it a check.',
  },
} as const satisfies Readonly<Record<string, Rule>>;
export type RuleId = keyof typeof rules;
