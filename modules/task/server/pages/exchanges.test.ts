import { expect, it } from '@jest/globals';
import type { TaskEventType } from '../../contract/events.js';
import { exchangesOf } from './exchanges.js';

const at = '2026-11-30T08:00:00.000Z';
const event = (type: TaskEventType, data: Readonly<Record<string, unknown>>) => ({
  type,
  data,
  at,
  actor: { kind: 'human', name: 'ann@example.com' } as const,
});
const ask = (...questions: unknown[]) => event('input.requested', { questions });
const answer = (answers: unknown, text?: string) => event('user_input.received', { answers, text });
const common = { by: 'ann@example.com', at: '2026-11-30 08:00 UTC' };

it('puts each answer beside its question', () => {
  const events = [
    event('task.created', {}),
    ask({ id: 'q1', prompt: 'Which?' }, { id: 'q2', prompt: 'Why?' }),
    answer({ q2: 'So.', q1: 'That.' }),
    ask({ id: 'q1', prompt: 'Really?' }),
    answer({ q1: 'Yes.' }, 'Go on.'),
  ];
  expect(exchangesOf(events)).toEqual([
    {
      ...common,
      text: '',
      answers: [
        { question: 'Why?', answer: 'So.' },
        { question: 'Which?', answer: 'That.' },
      ],
    },
    { ...common, text: 'Go on.', answers: [{ question: 'Really?', answer: 'Yes.' }] },
  ]);
});

it('shows an answer by its id where its question is not known', () => {
  const events = [ask({ id: 'a', prompt: 'A?' }), answer({ a: '1' }), answer({ a: '2' })];
  expect(exchangesOf(events)[1]?.answers).toEqual([{ question: 'a', answer: '2' }]);
});

it.each([undefined, null, 'x', [1], { a: 1 }])('passes over answers such as %j', (answers) => {
  expect(exchangesOf([ask('x', null, { id: 1 }), answer(answers)])).toEqual([
    { ...common, text: '', answers: [] },
  ]);
});
