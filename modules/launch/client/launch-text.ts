/** Launches as text for people. */
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import type { ResultStatus } from '../contract/envelope.js';
import type { AgentSessionView, LaunchResultView, LaunchView } from '../contract/launch-view.js';

/** The agent has spoken for itself. */
export const sessionText: Renderer<AgentSessionView> = () => '';

const heads: Readonly<Record<ResultStatus, (style: TextStyle) => string>> = {
  succeeded: (style) => style.green('succeeded'),
  no_action: () => 'nothing to do',
  needs_input: (style) => style.yellow('needs an answer'),
  failed: (style) => style.red('failed'),
};

/** The result of a launch. */
export function resultText(result: LaunchResultView, style: TextStyle): string {
  const { status, summary, output, questions = [], reason } = result;
  return [
    `${style.bold(heads[status](style))}  ${summary}`,
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...questions.map((question) => `- ${question}`),
    ...(output === undefined ? [] : ['', JSON.stringify(output, null, 2)]),
  ].join('\n');
}

export const launchText: Renderer<LaunchView> = ({ status, result, launchRunId }, style) => {
  if (result !== null) return resultText(result, style);
  return launchRunId === null ? '' : `${status}  ${launchRunId}`;
};
