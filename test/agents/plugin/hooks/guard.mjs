// Blocks every shell command that names the forbidden file, and lets all others pass. Notes each time that it runs.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sessionFolder } from './session-folder.mjs';

const event = JSON.parse(await text(process.stdin));
const { command } = event.tool_input;
appendFileSync(join(sessionFolder(event), 'guard.log'), `${command}\n`);
if (command.includes('forbidden.txt')) {
  console.error('The kitchen forbids this file.');
  process.exitCode = 2;
}
