import { fileURLToPath } from 'node:url';
import type { LaunchAgent } from '../../contract/launch-agents.js';
import { lastText } from './json-lines.js';

/** The scripted agent, a file that node runs. */
export class ScriptedAgent implements LaunchAgent {
  readonly file = fileURLToPath(new URL('../scripted/scripted-agent.mjs', import.meta.url));

  answer(stdout: string): string | undefined {
    return lastText(stdout, ({ type, text }) => (type === 'answer' ? text : undefined));
  }
}
