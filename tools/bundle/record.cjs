'use strict';
// Runs the built program, and leaves what V8 has compiled of each chunk in a folder, unless there is more of it already.
//   node tools/bundle/record.cjs <dist/bin> <folder> <arguments of svc>
const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const [node, , bin, folder, ...args] = process.argv;
const { loaderOf } = require(join(bin, 'compiled.cjs'));
const { load, scripts } = loaderOf((name) => ({
  text: Module.wrap(readFileSync(join(bin, name), 'utf8')),
}));

process.on('exit', () => {
  for (const [name, script] of scripts) {
    const file = join(folder, name);
    const code = script.createCachedData();
    if (!existsSync(file) || statSync(file).size < code.length) writeFileSync(file, code);
  }
});
process.argv = [node, join(bin, 'svc.cjs'), ...args];
load('./cli.cjs').runProgram('svc');
