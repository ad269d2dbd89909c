// Notes the event, and tells the model that it was heard; at the end of a turn nothing can be told any more.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sessionFolder } from './session-folder.mjs';

/** The events of Gemini CLI that other agents call otherwise. */
const NAMES = { BeforeAgent: 'UserPromptSubmit', AfterTool: 'PostToolUse', AfterAgent: 'Stop' };

const given = JSON.parse(await text(process.stdin));
const { hook_event_name: hookEventName } = given;
const event = NAMES[hookEventName] ?? hookEventName;
appendFileSync(join(sessionFolder(given), 'events.log'), `${event}\n`);
if (event !== 'Stop') {
  const additionalContext = `The kitchen heard ${event}.`;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }));
}
