import type { LaunchAgent } from '../../contract/launch-agents.js';
import { lastText } from './json-lines.js';

/** The last line of `svc agent --print --output json`. */
export class SvcAgentAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    return lastText(stdout, ({ type, result }) => (type === 'result' ? result : undefined));
  }
}
