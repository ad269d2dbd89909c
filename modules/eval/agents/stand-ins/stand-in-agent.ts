import { fileURLToPath } from 'node:url';
import type { LaunchAgent } from '../../../launch/contract/launch-agents.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { isRecord } from '../../../../toolbox/type-guards.js';

/** The agents for tests: a file that node runs. */
export class StandInAgent implements LaunchAgent {
  readonly file = fileURLToPath(new URL('./stand-in.mjs', import.meta.url));

  answer(stdout: string): string | undefined {
    const answers = stdout.split('\n').flatMap((line) => {
      const event = line.startsWith('{') ? parsedJson(line) : undefined;
      const isAnswer = isRecord(event) && event['type'] === 'answer';
      return isAnswer && typeof event['text'] === 'string' ? [event['text']] : [];
    });
    return answers.at(-1);
  }
}
