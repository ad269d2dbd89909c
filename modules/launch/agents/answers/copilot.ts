import { fieldsOf } from '../../../../toolbox/type-guards.js';
import type { LaunchAgent } from '../../contract/launch-agents.js';
import { lastText } from './json-lines.js';

/** The events of Copilot's `--output-format json`. */
export class CopilotAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    return lastText(stdout, ({ type, data }) =>
      type === 'assistant.message' ? fieldsOf(data)['content'] : undefined,
    );
  }
}
