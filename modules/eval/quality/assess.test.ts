import { describe, expect, it } from '@jest/globals';
import { lintScenario } from '../lint/lint-scenario.js';
import {
  criteriaOf,
  idempotent,
  item,
  ledger,
  noCards,
  scenarioOf,
  task,
} from '../testing/base.js';
import { flaws } from '../testing/flaws/index.js';
import { memoryFolder, type Files } from '../testing/memory-folder.js';
import { soundScenarios } from '../testing/sound.js';
import { assessQuality } from './assess.js';
import type { NamedText } from './copied-text.js';

async function assess(files: Files, context: readonly NamedText[] = []) {
  const lint = await lintScenario(memoryFolder(files));
  if (lint.kind === 'none') throw new Error(lint.why);
  return assessQuality({ ...lint, context });
}

const skill = (text: string): readonly NamedText[] => [{ name: 'skills/refunds/SKILL.md', text }];

it.each(Object.entries(soundScenarios))('a sound scenario is included: %s', async (_, files) => {
  expect(await assess(files)).toEqual({
    status: 'included',
    assessment: {
      feasibility: 'FEASIBLE',
      leakage: 'NO_LEAKAGE',
      scenarioValue: 'HIGH',
      notes: [],
    },
  });
});

it.each(
  flaws
    .filter(({ rule }) => !['unknown-key', 'no-shebang'].includes(rule))
    .map((flaw) => [flaw.rule, flaw.what, flaw] as const),
)('the assessment notes %s: %s', async (_rule, _what, { flawed, twin }) => {
  const [first] = [await assess(scenarioOf(flawed)), await assess(scenarioOf(twin))];
  expect(first.assessment.notes[0]).toMatch(/^[\w./-]+(:\d+)?: /);
});

describe('what is rejected', () => {
  it('a scenario that cannot be used', async () => {
    const { status, assessment } = await assess(scenarioOf({ 'criteria.json': '{' }));
    expect(status).toBe('rejected');
    expect(assessment).toMatchObject({
      feasibility: 'NOT_FEASIBLE',
      notes: [expect.stringMatching(/^criteria\.json:1: /)],
    });
  });

  it('one that an empty solution passes', async () => {
    const { status, assessment } = await assess(
      scenarioOf({ 'criteria.json': criteriaOf(noCards) }),
    );
    expect([status, assessment.feasibility, assessment.scenarioValue]).toEqual([
      'rejected',
      'FEASIBLE',
      'LOW',
    ]);
  });

  it('one whose agent sees the criteria', async () => {
    const { assessment } = await assess(
      scenarioOf({ 'scenario.json': JSON.stringify({ include: ['criteria.json'] }) }),
    );
    expect(assessment.leakage).toBe('HIGH_LEAKAGE');
  });

  it('one whose task gives most of the points away', async () => {
    const files = scenarioOf({
      'task.md': `${task}\n${idempotent.description}.\n\n${ledger.description}.\n`,
    });
    const { status, assessment } = await assess(files);
    expect([status, assessment.leakage]).toEqual(['rejected', 'HIGH_LEAKAGE']);
    expect(assessment.notes[0]).toMatch(/^criteria\.json:\d+: task\.md:8 says what/);
  });

  it('one whose task is copied from the context', async () => {
    const { status, assessment } = await assess(scenarioOf(), skill(`# Refunds\n\n${task}`));
    expect([status, assessment.leakage]).toEqual(['rejected', 'HIGH_LEAKAGE']);
    expect(assessment.notes[0]).toMatch(
      /^task\.md:1: \d+ words in a row are those of skills\/refunds\/SKILL\.md/,
    );
  });
});

describe('what is noted and included', () => {
  it('a quarter of the points given away', async () => {
    const { status, assessment } = await assess(
      scenarioOf({ 'task.md': `${task}\n${idempotent.description}.\n` }),
    );
    expect([status, assessment.leakage, assessment.scenarioValue]).toEqual([
      'included',
      'MEDIUM_LEAKAGE',
      'MEDIUM',
    ]);
  });

  it('a sentence of the context in the task', async () => {
    const line = 'Amounts are in cents and never in a fraction of them.';
    const more = 'Customers write to us when something is wrong. '.repeat(10);
    const { status, assessment } = await assess(
      scenarioOf({ 'task.md': `${task}\n${line}\n\n${more}` }),
      skill(`Intro.\n${line}\nMore.`),
    );
    expect([status, assessment.leakage]).toEqual(['included', 'LOW_LEAKAGE']);
    expect(assessment.notes).toEqual([expect.stringMatching(/^task\.md:8: 11 words in a row/)]);
  });

  it('a criterion in the words of the context', async () => {
    const description = 'The column `reason` of each row has one of the five codes of the bank';
    const files = scenarioOf({
      'criteria.json': criteriaOf(idempotent, ledger, item(description)),
    });
    const { status, assessment } = await assess(files, skill(`${description}.`));
    expect([status, assessment.leakage]).toEqual(['included', 'NO_LEAKAGE']);
    expect(assessment.notes).toEqual([expect.stringMatching(/^criteria\.json:\d+: 15 words/)]);
  });
});

it('words that are common to all texts are no copy', async () => {
  const { assessment } = await assess(
    scenarioOf(),
    skill('The shop needs an endpoint. Say in the notes what you decided, and why.'),
  );
  expect(assessment).toMatchObject({ leakage: 'NO_LEAKAGE', notes: [] });
});
