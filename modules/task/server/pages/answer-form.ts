import { createHash } from 'node:crypto';
import type { TaskQuestion } from '../../contract/task-inputs.js';

type Questions = readonly TaskQuestion[];

/** Tells whether a form belongs to the questions that are asked now. */
export const fingerprintOf = (questions: Questions): string =>
  createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);

// problems of an input name its fields in the same way
const textOf = (id: string): string => `answers.${id}`;
const choiceOf = (id: string): string => `choice.${id}`;

/** The fields of the form that asks these questions. A default that is among the options is chosen, any other one is filled in. */
export const fieldsOf = (questions: Questions) =>
  questions.map(({ id, prompt, options = [], default: given }) => {
    const chosen = given === undefined ? -1 : options.indexOf(given);
    return {
      prompt,
      options,
      chosen,
      text: textOf(id),
      choice: choiceOf(id),
      value: chosen < 0 ? (given ?? '') : '',
      required: given === undefined && options.length === 0,
    };
  });

/** The answers that a form holds, by question. What was written counts more than what was chosen; without either there is no answer. */
export function answersIn(form: URLSearchParams, questions: Questions): Record<string, string> {
  const answers = questions.flatMap(({ id, options = [] }) => {
    // forms are sent with the line breaks of network protocols
    const written = (form.get(textOf(id)) ?? '').replace(/\r\n?/g, '\n').trim();
    const choice = form.get(choiceOf(id));
    const answer = written === '' && choice !== null ? options[Number(choice)] : written;
    return answer === undefined || answer === '' ? [] : [[id, answer] as const];
  });
  return Object.fromEntries(answers);
}
