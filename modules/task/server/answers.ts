import { invalidInput } from 'svc-registry/kernel';
import { shortened } from '../../../toolbox/shortened.js';
import type { AnsweredTurn } from '../../launch/contract/launches.js';
import { taskRules } from '../contract/events.js';
import type { TaskInputInput, TaskQuestion } from '../contract/task-inputs.js';

type Answers = AnsweredTurn['answers'];

/** Stands for the question of a text that is said besides the answers. */
const REMARK = 'Anything else?';

/** Characters of a question in an error. */
const SHOWN = 200;

/** What the questions are answered with. Throws `invalid_input` for an unknown question, and for one without an answer. */
export function answersTo(
  questions: readonly TaskQuestion[],
  { answers = {}, text }: Pick<TaskInputInput, 'answers' | 'text'>,
): Answers {
  const given = new Map(Object.entries(answers));
  requireKnown(questions, given);
  const byQuestion = questions.map((question) => ({
    question: question.prompt,
    answer: given.get(question.id) ?? text ?? defaultOf(question),
  }));
  // else it would be lost
  const isRemark = text !== undefined && questions.every(({ id }) => given.has(id));
  return isRemark ? [...byQuestion, { question: REMARK, answer: text }] : byQuestion;
}

/** The next turn reads all of them in its prompt. Throws `invalid_input` if they are too long together. */
export function requireReadable(turns: readonly AnsweredTurn[]): void {
  const texts = turns.flatMap(({ summary, answers }) => [
    summary,
    ...answers.flatMap(({ question, answer }) => [question, answer]),
  ]);
  if (texts.join('').length > taskRules.prompt)
    throw invalidInput({
      what: `The questions and answers of the task would have more than ${taskRules.prompt} characters together.`,
      hint: 'Answer with less, and put long texts where the agent can read them, such as into the repository.',
    });
}

function requireKnown(
  questions: readonly TaskQuestion[],
  given: ReadonlyMap<string, string>,
): void {
  const known = questions.map(({ id }) => id);
  for (const [id, answer] of given) {
    if (!known.includes(id))
      throw invalidInput({
        what: `The task does not ask "${id}".`,
        hint: `It asks: ${known.join(', ')}.`,
      });
    if (answer.includes('\0')) throw invalidInput({ what: `answers.${id} must not have NUL.` });
  }
}

function defaultOf({ id, prompt, default: usual }: TaskQuestion): string {
  if (usual !== undefined) return usual;
  throw invalidInput({
    what: `The question "${id}" needs an answer: ${shortened(prompt, SHOWN)}`,
    hint: 'Give `text` for all questions, or `answers` by the ids of the questions.',
  });
}
