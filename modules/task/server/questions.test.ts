import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './questions.js';

const asked = (questions: readonly string[], summary = 'Looked around.') =>
  ({ status: 'needs_input', summary, questions }) as const;

describe('the questions of an agent', () => {
  it('have ids that no other question has', () => {
    const others = [{ id: 'q1', prompt: 'How large?' }];
    expect(questionsOf(asked(['Which?', 'Sure?']), others)).toEqual([
      { id: 'q2', prompt: 'Which?' },
      { id: 'q3', prompt: 'Sure?' },
    ]);
  });

  it('are its summary when it asks nothing, and never empty', () => {
    expect(questionsOf(asked([' \n']), [])).toEqual([{ id: 'q1', prompt: 'Looked around.' }]);
    expect(questionsOf(asked([], ' '), [])[0]!.prompt).toMatch(/needs an answer/);
  });

  it('are no more than can be answered together, and none is left out', () => {
    const many = Array.from({ length: 30 }, (_, at) => `Question ${at}?`);
    const shown = questionsOf(asked(many), []);
    expect(shown).toHaveLength(20);
    expect(shown.map(({ prompt }) => prompt).join('\n')).toBe(many.join('\n'));
  });

  it('are cut where they are endless', () => {
    expect(questionsOf(asked(['x'.repeat(100_000)]), [])[0]!.prompt).toMatch(/^x{2000}…$/);
  });
});
