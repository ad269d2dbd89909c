import { describe, expect, it } from '@jest/globals';
import { answersIn, fieldsOf, fingerprintOf } from './answer-form.js';

const questions = [
  { id: 'name', prompt: 'What is it called?' },
  { id: 'colour', prompt: 'Which colour?', options: ['red', 'blue\nor so'], default: 'red' },
  { id: 'why', prompt: 'Why?', default: 'Because.' },
];

describe('the form', () => {
  it('chooses a default that is an option, and fills in any other one', () => {
    expect(fieldsOf(questions)).toMatchObject([
      { text: 'answers.name', chosen: -1, value: '', required: true },
      { text: 'answers.colour', choice: 'choice.colour', chosen: 0, value: '', required: false },
      { text: 'answers.why', chosen: -1, value: 'Because.', required: false },
    ]);
  });

  it('belongs to the questions that it shows', () => {
    const [name, ...others] = questions;
    const other = [{ ...name!, prompt: 'May I delete it?' }, ...others];
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(questions));
    expect(fingerprintOf(structuredClone(questions))).toBe(fingerprintOf(questions));
  });
});

describe('the answers', () => {
  const read = (form: Record<string, string>) => answersIn(new URLSearchParams(form), questions);

  it.each([
    ['what was written', { 'answers.name': ' Ada\r\nLovelace\r' }, { name: 'Ada\nLovelace' }],
    ['what was chosen', { 'choice.colour': '1' }, { colour: 'blue\nor so' }],
    [
      'what was written rather than what was chosen',
      { 'choice.colour': '1', 'answers.colour': 'green' },
      { colour: 'green' },
    ],
    ['nothing for blanks', { 'answers.name': '  ', 'answers.why': '' }, {}],
    ['nothing for an option that there is not', { 'choice.colour': '7', 'choice.name': '0' }, {}],
    ['nothing for an option that is no number', { 'choice.colour': 'constructor' }, {}],
    ['nothing for what nobody asks', { 'answers.__proto__': 'x', 'answers.other': 'x' }, {}],
  ])('hold %s', (_what, form, answers) => {
    expect(read(form)).toEqual(answers);
  });

  it('keep the ids of questions that are names of all objects', () => {
    const odd = [{ id: '__proto__', prompt: 'x' }];
    const answers = answersIn(new URLSearchParams({ 'answers.__proto__': 'y' }), odd);
    expect(Object.entries(answers)).toEqual([['__proto__', 'y']]);
  });
});
