// Notes the event, and tells the model that it was heard; at the end of a turn nothing can be told any more.
import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const { hook_event_name: event } = JSON.parse(await text(process.stdin));
appendFileSync('events.log', `${event}\n`);
if (event !== 'Stop')
  console.log(JSON.stringify({ additionalContext: `The kitchen heard ${event}.` }));
