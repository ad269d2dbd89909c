#!/usr/bin/env node
'use strict';
// CommonJS, because the hook runner must not pay for the loader of ES modules: it gets a bundle of its own here.
import('./cli.js').catch((error) => {
  process.stderr.write(`error: svc cannot start: ${error && error.message}\n`);
  process.stderr.write('hint: was it built? Run `npm run build` in its folder, or install the package again.\n');
  if (process.env.SVC_DEBUG) console.error(error);
  process.exitCode = 1;
});
