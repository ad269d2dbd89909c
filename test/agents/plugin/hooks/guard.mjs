// Blocks every shell command that names the forbidden file, and lets all others pass. Notes each time that it runs in the session's folder.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const { cwd = '.', tool_input: input } = JSON.parse(await text(process.stdin));
appendFileSync(join(cwd, 'guard.log'), `${input.command}\n`);
if (input.command.includes('forbidden.txt')) {
  console.error('The kitchen forbids this file.');
  process.exitCode = 2;
}
