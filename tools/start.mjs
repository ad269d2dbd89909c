// npm start: builds when there is no build yet, then keeps a server for local trial running until Ctrl+C.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { step } from './step.mjs';

process.chdir(join(import.meta.dirname, '..'));
const program = 'dist/bin/svc.cjs';

await install();
if (!existsSync(program)) await step('build', ['tools/build.mjs']);
await step('svc serve --dev', [program, 'serve', '--dev', ...process.argv.slice(2)]);
