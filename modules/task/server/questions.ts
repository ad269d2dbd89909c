import { shortened } from '../../../toolbox/shortened.js';
import type { LaunchResult } from '../../launch/contract/envelope.js';
import { taskRules } from '../contract/events.js';
import type { TaskQuestion } from '../contract/task-inputs.js';

type NeedsInput = Extract<LaunchResult, { status: 'needs_input' }>;

/** Shown when an agent needs input and does not say which. */
const UNSAID = 'The agent needs an answer, and has not said to what.';

/** What an agent asks, with ids that none of the other questions has. */
export function questionsOf(
  { questions, summary }: NeedsInput,
  others: readonly TaskQuestion[],
): readonly TaskQuestion[] {
  const taken = new Set(others.map(({ id }) => id));
  let number = 0;
  const freeId = (): string => {
    do number += 1;
    while (taken.has(`q${number}`));
    return `q${number}`;
  };
  return promptsOf([...questions], summary).map((prompt) => ({
    id: freeId(),
    prompt: shortened(prompt, taskRules.line),
  }));
}

/** As many as can be answered together; those that are too many are one question. */
function promptsOf(questions: readonly string[], summary: string): readonly string[] {
  const asked = questions.map((question) => question.trim()).filter((question) => question !== '');
  if (asked.length === 0) return [summary.trim() === '' ? UNSAID : summary.trim()];
  const single = asked.slice(0, taskRules.questions - 1);
  const rest = asked.slice(taskRules.questions - 1);
  return rest.length === 0 ? single : [...single, rest.join('\n')];
}
