import { expect, it } from '@jest/globals';
import { plainStyle } from 'svc-registry/testing';
import type { QualityResult } from '../contract/quality-view.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { dimension, judgement, reviewRun, skillReview } from './testing/views.js';
import { reviewText } from './texts.js';

const engine = { name: 'svc-quality', version: '1.0.0', ruleset: 'r' };
const textOf = (review: QualityResult, over: Partial<ReviewRunView> = {}): string =>
  reviewText(reviewRun({ type: 'quality', engine, review, ...over }), plainStyle(80));

const specificity = dimension({
  score: 2.5,
  evidence: [
    {
      file: 'SKILL.md',
      line: 3,
      excerpt: 'Writes poems.',
      points: 0.87,
      reason: 'names an action',
    },
    {
      file: 'SKILL.md',
      line: 3,
      excerpt: 'poems',
      points: 0.13,
      reason: 'names an action',
    },
    { file: 'SKILL.md', line: 4, excerpt: '', points: -0.5, reason: 'is a phrase' },
  ],
  suggestion: 'Name the kinds of poems.',
  suggestionAt: { file: 'SKILL.md', line: 3 },
  cappedBy: 'there is no "use when"',
});

it('has the score first, then what to do, then the lines that the score comes from', () => {
  const clarity = dimension({ score: 1.5, suggestion: 'Number the steps.' });
  const skill = skillReview({
    judges: { description: judgement({ specificity }), content: judgement({ clarity }) },
    scoring: { components: [{ id: 'description', weight: 0.4, normalized: 0.755 }] },
  });
  const text = textOf({ reviewScore: 82, skills: [skill] }, { gate: 'fail' });
  expect(text).toBe(`82/100  poet
Scored by rules, svc-quality 1.0.0
Review 1

CHECKS (1 of 1 check passed)

TO IMPROVE (lowest score first)
  clarity  1.5/5
    Number the steps.
  specificity  2.5/5  SKILL.md:3
    Name the kinds of poems.

DESCRIPTION (75 %; 40 % of the score)
  specificity  2.5/5
    Lowered: there is no "use when"
    +1  names an action
      SKILL.md:3  Writes poems. · poems
    -0.5  is a phrase
      SKILL.md:4

CONTENT (75 %)
  clarity  1.5/5
    It names what it does.

The review does not pass --threshold.

Next: improve what is listed and review again. \`svc review fix\` proposes changes to one skill and asks before it writes them.`);
});

it('shows errors before warnings, each with its line and the text that is right', () => {
  const { validation } = skillReview({});
  const checks = [
    ...validation.checks,
    {
      name: 'body_steps',
      status: 'warning' as const,
      message: 'There are no steps.',
    },
    {
      name: 'name_field',
      status: 'error' as const,
      message: 'The name has capitals.',
      details: {
        file: 'SKILL.md',
        line: 2,
        corrected: 'name: poet',
        others: ['title (line 3)'],
      },
    },
  ];
  const skill = skillReview({
    reviewScore: null,
    validation: Object.assign(validation, {
      checks,
      errorCount: 1,
      warningCount: 1,
      overallPassed: false,
    }),
  });
  expect(textOf({ reviewScore: null, skills: [skill] })).toBe(`no score  poet
Scored by rules, svc-quality 1.0.0
Review 1

CHECKS (1 of 3 checks passed, 1 error, 1 warning)
  error  name_field  SKILL.md:2
    The name has capitals.
    Also: title (line 3)
    Correct:
      name: poet
  warning  body_steps
    There are no steps.

Next: correct the errors and review again. \`svc review fix\` proposes the corrections that are safe.`);
});

it('gives several skills a score each, and says who has judged', () => {
  const skills = [
    skillReview({ path: 'skills/poet' }),
    skillReview({ name: 'bard', path: 'skills/bard', reviewScore: 71 }),
  ];
  const judged = { ...engine, name: 'svc-judge', model: 'x/large', reviewer: 'acme/strict@1.0.0' };
  const text = textOf({ reviewScore: 80, skills }, { engine: judged });
  expect(text).toContain('80/100  poet\nThe mean of 2 skills, rounded down\n');
  expect(text).toContain('Judged by x/large with the reviewer acme/strict@1.0.0, svc-judge 1.0.0');
  expect(text).toContain('poet  90/100  skills/poet');
  expect(text).toContain('bard  71/100  skills/bard');
  expect(text).not.toContain('Next:');
});

it('says what a judge did not answer, and what a model did not see', () => {
  const silent = Object.assign(judgement({}), {
    success: false,
    errorMessage: 'No usable answer.',
  });
  const wide = judgement({ specificity: dimension({ spread: [3, 5] }) });
  const skill = skillReview({
    judges: { content: silent, description: wide },
    leftOut: ['big.md: it is too long'],
  });
  const text = textOf({ reviewScore: 50, skills: [skill] });
  expect(text).toContain('  No usable answer.');
  expect(text).toContain('specificity  4/5, answers from 3 to 5');
  expect(text).toContain('NOT SHOWN TO THE MODEL\n  big.md: it is too long');
});
