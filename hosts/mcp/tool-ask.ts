import { invalidInput, usageError, type Ask } from 'svc-registry/kernel';
import { choicesOf, type Unasked } from '../../kernel/index.js';
import type { ClientFeatures } from './client-features.js';
import { parameterOf, type Tool } from './tools.js';

/** Refuses a question that only a person may answer. */
function leaveToPerson({ message }: Pick<Unasked, 'message'>): Promise<never> {
  return Promise.reject(
    usageError({
      what: `Only a person can decide this: ${message}`,
      hint: 'Have a person run the command for it in a terminal.',
    }),
  );
}

/**
 * Answers questions without a terminal: the agent learns which parameter answers them, and a person confirms yes-or-no questions where the
 * client supports that.
 */
export function toolAsk(
  tool: Pick<Tool, 'fields'>,
  client: Pick<ClientFeatures, 'asksPeople' | 'confirm'>,
  signal: AbortSignal,
): Ask {
  const refuse = (question: Unasked): Promise<never> => {
    const parameter = parameterOf(tool, question.flag);
    if (parameter === undefined) return leaveToPerson(question);
    const what = `The parameter \`${parameter}\` is missing: ${question.message}`;
    const hint = `Call the tool again with \`${parameter}\`${choicesOf(question)}.`;
    return Promise.reject(
      invalidInput({ what, hint }, { issues: [{ field: parameter, message: 'is needed here' }] }),
    );
  };
  const confirm: Ask['confirm'] = async (question) => {
    if (!client.asksPeople()) return leaveToPerson(question);
    return client.confirm(question.message, signal).catch(() => leaveToPerson(question));
  };
  return {
    interactive: false,
    confirm,
    text: refuse,
    password: refuse,
    select: refuse,
    selectMany: refuse,
  };
}
