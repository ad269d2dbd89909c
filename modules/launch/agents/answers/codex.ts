import { fieldsOf } from '../../../../toolbox/type-guards.js';
import type { LaunchAgent } from '../../contract/launch-agents.js';
import { lastText } from './json-lines.js';

/** The events of `codex exec --json`. */
export class CodexAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    return lastText(stdout, ({ type, item }) => {
      const { type: kind, text } = fieldsOf(item);
      return type === 'item.completed' && kind === 'agent_message' ? text : undefined;
    });
  }
}
