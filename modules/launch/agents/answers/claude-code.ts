import type { LaunchAgent } from '../../contract/launch-agents.js';
import { lastText } from './json-lines.js';

/** `stream-json` of Claude Code, which Cursor has too. */
export class ClaudeCodeAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    return lastText(stdout, ({ type, result }) => (type === 'result' ? result : undefined));
  }
}
