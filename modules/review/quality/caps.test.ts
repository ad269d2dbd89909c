import { describe, expect, it } from '@jest/globals';
import { capped, capsOf, personIn, uncheckedWork, useWhenAt } from './caps.js';

const SCORE = { score: 5, reasoning: 'Good.', evidence: [], suggestion: null };

describe('a description says when to use the skill', () => {
  it.each([
    'Writes SQL migrations. Use when a table has to change.',
    'Writes SQL migrations. Use this skill for schema changes.',
    'Writes SQL migrations whenever the user asks for one.',
    'Reviews changes. TRIGGER when: a pull request is opened.',
    'Reviews changes. Invoke before merging; apply it if tests fail.',
    'Answers when users mention invoices.',
    'Draws charts, when asked to.',
  ])('%s', (description) => {
    expect(useWhenAt(description)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    'Writes SQL migrations.',
    'A tool for teams that care.',
    'Comprehensive database helper, designed for every project.',
    '',
  ])('not: %s', (description) => {
    expect(useWhenAt(description)).toBe(-1);
  });
});

describe('a description speaks in the first or second person', () => {
  it.each([
    ['I can help with PDF files.', 'I'],
    ['Helps you write PDF files.', 'you'],
    ['Our guide to PDF files. Use when a form is to be filled.', 'Our'],
    ['Manages your calendar.', 'your'],
  ])('%s', (description, word) => {
    expect(personIn(description)).toBe(word);
  });

  it.each([
    'Writes PDF files. Use when you need a form.',
    'Writes PDF files. Use when the user says "help me with my form, I lost it".',
    'Speeds up I/O of files.',
    'Formats your-file.pdf names.'.replace('your-', 'the-'),
  ])('not: %s', (description) => {
    expect(personIn(description)).toBeUndefined();
  });
});

describe('work without a check', () => {
  it.each([
    ['# Clean\n\nRun `rm -rf build`.', 3],
    ['Rename all files of the folder.', 1],
    ['Push.\ngit push --force origin main', 2],
    ['1. Run the batch import.', 1],
  ])('%s', (body, line) => {
    expect(uncheckedWork(body)).toBe(line);
  });

  it.each([
    'Run `rm -rf build`, then verify that the folder is gone.',
    'Never use git push --force.',
    'Read the file and write a summary.',
  ])('not: %s', (body) => {
    expect(uncheckedWork(body)).toBeUndefined();
  });
});

it('limits the dimensions of the default reviewer', () => {
  const caps = capsOf({ description: 'I clean folders.', body: 'Delete all files.' });
  expect(caps).toMatchObject([
    { judge: 'description', dimension: 'completeness', most: 3 },
    { judge: 'description', dimension: 'specificity', less: 1 },
    { judge: 'content', dimension: 'workflow_clarity', most: 3 },
  ]);
  expect(
    capsOf({ description: 'Cleans folders. Use when one is full.', body: 'Look at it.' }),
  ).toEqual([]);
});

it('takes points first, then limits, and never goes below the scale', () => {
  const limit = { most: 4, reason: 'a limit' };
  const fine = { less: 1, reason: 'a fine' };
  expect(capped(SCORE, [limit, fine], 1)).toMatchObject({ score: 4, cappedBy: 'a fine' });
  expect(capped(SCORE, [{ ...limit, most: 3 }, fine], 1)).toMatchObject({
    score: 3,
    cappedBy: 'a fine; a limit',
  });
  expect(capped({ ...SCORE, score: 1 }, [limit, fine], 1).score).toBe(1);
  expect(capped(SCORE, [], 1)).toBe(SCORE);
});
