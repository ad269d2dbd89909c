#!/usr/bin/env node
'use strict';
// CommonJS, because the hook runner, which agents call at every tool use, must not pay for the loader of ES modules.
const [group, command, ...rest] = process.argv.slice(2);
const isHook = group === 'hook' && command === 'run' && !rest.includes('--help') && !rest.includes('-h');
(isHook ? runHook() : import('./cli.js')).catch((error) => {
  process.stderr.write(`error: svc cannot start: ${error && error.message}\n`);
  process.stderr.write('hint: was it built? Run `npm run build` in its folder, or install the package again.\n');
  if (process.env.SVC_DEBUG) console.error(error);
  process.exitCode = 1;
});

async function runHook() {
  require('./hook.cjs');
}
