// Notes the event in the session's folder, and tells the model that it was heard; at the end of a turn nothing can be told any more.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The events of Gemini CLI that other agents call otherwise. */
const NAMES = { BeforeAgent: 'UserPromptSubmit', AfterTool: 'PostToolUse', AfterAgent: 'Stop' };

const { cwd = '.', hook_event_name: hookEventName } = JSON.parse(await text(process.stdin));
const event = NAMES[hookEventName] ?? hookEventName;
appendFileSync(join(cwd, 'events.log'), `${event}\n`);
if (event !== 'Stop') {
  const additionalContext = `The kitchen heard ${event}.`;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }));
}
