// Blocks every shell command that names the forbidden file, and lets all others pass. Notes each time that it runs.
import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const { tool_input: input } = JSON.parse(await text(process.stdin));
appendFileSync('guard.log', `${input.command}\n`);
if (input.command.includes('forbidden.txt')) {
  console.error('The kitchen forbids this file.');
  process.exitCode = 2;
}
