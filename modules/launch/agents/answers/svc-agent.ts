import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import type { LaunchAgent } from '../../contract/launch-agents.js';
import { textOf } from './json-lines.js';

/** The document of `svc agent --print --output json`. */
export class SvcAgentAnswers implements LaunchAgent {
  answer(stdout: string): string | undefined {
    return textOf(fieldsOf(parsedJson(stdout))['text']);
  }
}
