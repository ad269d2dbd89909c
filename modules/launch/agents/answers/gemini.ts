import type { LaunchAgent } from '../../contract/launch-agents.js';
import { jsonLines, textOf } from './json-lines.js';

/** `stream-json` of Gemini CLI: a message comes in pieces, and a tool that is used ends it. */
export class GeminiAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    let message = '';
    for (const { type, role, content, delta } of jsonLines(stdout)) {
      if (type === 'tool_use') message = '';
      if (type !== 'message' || role !== 'assistant' || typeof content !== 'string') continue;
      message = delta === true ? message + content : content;
    }
    return textOf(message);
  }
}
