import { expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { improverPieces, proposalSchema } from './improver-question.js';

const validation = {
  skillName: 'poet',
  skillDescription: 'Poems.',
  checks: [
    { name: 'body_present', status: 'passed' as const, message: 'There is text.' },
    {
      name: 'relative_links',
      status: 'error' as const,
      message: 'SKILL.md:7 leads nowhere.',
      details: { file: 'SKILL.md', line: 7 },
    },
  ],
  overallPassed: false,
  errorCount: 1,
  warningCount: 0,
};
const data = {
  texts: [{ name: 'SKILL.md', text: 'Write poems.' }],
  leftOut: [{ path: 'long.md', reason: 'too long' }],
};
const judgement = {
  success: true,
  scale: { min: 1, max: 5 },
  scores: {
    conciseness: {
      score: 2,
      reasoning: 'SKILL.md:9 repeats line 3.',
      evidence: [],
      suggestion: 'Leave line 9 out.',
    },
  },
  overallAssessment: 'Long.',
  suggestions: ['Leave line 9 out.'],
  weightedScore: 2,
  normalizedScore: 0.25,
};

it('names the files, the faults, the scores and what became of earlier attempts', () => {
  const review = { reviewScore: 40, validation, judges: { content: judgement } };
  const dropped = 'It adds the file "x.sh".';
  const earlier = [{ iteration: 1, score: null, dropped, changes: ['Adds a program.'] }];
  const pieces = improverPieces(data, review, earlier);
  expect(pieces.map(({ name }) => name)).toEqual([
    'List of the files',
    'SKILL.md',
    'Review',
    'Earlier attempts',
  ]);
  const [list, , shown, attempts] = pieces.map(({ text }) => text);
  expect(list).toContain('"long.md": left out, too long');
  expect(JSON.parse(shown!)).toEqual({
    score: 40,
    checks: [validation.checks[1]],
    judges: {
      content: {
        dimensions: [
          {
            dimension: 'conciseness',
            score: 2,
            best: 5,
            reasoning: 'SKILL.md:9 repeats line 3.',
            suggestion: 'Leave line 9 out.',
          },
        ],
        overallAssessment: 'Long.',
        suggestions: ['Leave line 9 out.'],
      },
    },
  });
  expect(JSON.parse(attempts!)).toEqual(earlier);
  expect(improverPieces(data, review, [])).toHaveLength(3);
});

it.each<[boolean, string, unknown]>([
  [true, 'nothing to improve', { files: [], changes: [] }],
  [true, 'a text', { files: [{ path: 'SKILL.md', text: 'x' }], changes: ['Shorter.'] }],
  [false, 'no changes', { files: [] }],
  [false, 'more than that', { files: [], changes: [], verdict: 'good' }],
  [false, 'another key of a file', { files: [{ path: 'a', text: 'b', mode: 493 }], changes: [] }],
  [false, 'a file without a text', { files: [{ path: 'a' }], changes: [] }],
  [false, 'a path that is none', { files: [{ path: '', text: 'b' }], changes: [] }],
  [false, 'a sentence that is none', { files: [], changes: [''] }],
])('has a form of answers: %s for %s', (valid, _name, answer) => {
  expect(new Ajv2020().validate(proposalSchema, answer)).toBe(valid);
});
