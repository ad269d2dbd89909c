#!/usr/bin/env node
'use strict';
// The second program: the chunks, the modules and the configuration of svc, and commands of its own.
async function start() {
  const { loaderOf, readCompiled } = require('./compiled.cjs');
  await loaderOf(readCompiled()).load('./cli.cjs').runProgram('lnk');
}

start().catch((error) => {
  process.stderr.write(`error: lnk cannot start: ${error && error.message}\n`);
  process.stderr.write(
    'hint: was it built? Run `npm run build` in its folder, or install the package again.\n',
  );
  if (process.env.SVC_DEBUG) console.error(error);
  process.exitCode = 1;
});
