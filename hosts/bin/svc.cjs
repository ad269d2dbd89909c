#!/usr/bin/env node
'use strict';
// The hook runner, which agents call at every tool use, is a program of its own: it must not pay for the rest.
const [group, command, ...rest] = process.argv.slice(2);
const isHook =
  group === 'hook' && command === 'run' && !rest.includes('--help') && !rest.includes('-h');

// Read once, when the first thread is needed. A sync keeps a thread waiting for the disk, and so many contents are stored at a time;
// four threads, as many as there are otherwise, let reads of the database wait, too.
if (group === 'serve') process.env.UV_THREADPOOL_SIZE ??= '16';

async function start() {
  if (isHook) return void require('./hook.cjs');
  const { loaderOf, readCompiled } = require('./compiled.cjs');
  await loaderOf(readCompiled()).load('./cli.cjs').runProgram('svc');
}

start().catch((error) => {
  process.stderr.write(`error: svc cannot start: ${error && error.message}\n`);
  process.stderr.write(
    'hint: was it built? Run `npm run build` in its folder, or install the package again.\n',
  );
  if (process.env.SVC_DEBUG) console.error(error);
  // agents take this for a refusal of what they were about to do, and only a hook's own word is one
  process.exitCode = isHook ? 0 : 1;
});
