// node tools/verify.mjs: on a fresh clone, installs, builds and runs every gate and every test, also after a red one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOW_TESTS } from './gates.mjs';
import { install } from './install.mjs';
import { tool } from './run.mjs';
import { postgresNote, steps } from './step.mjs';

process.chdir(join(import.meta.dirname, '..'));
await install();

// whatever a test does, it cannot reach the settings of the person who runs it
const home = mkdtempSync(join(tmpdir(), 'svc-verify-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
process.env.SVC_HOME = join(home, '.svc');

console.log(postgresNote());
await steps([
  ['build, gates, unit and contract tests (npm run check)', ['tools/check.mjs', '--build']],
  [
    'tests on the built programs',
    [tool('jest/bin/jest.js'), ...SLOW_TESTS],
    { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  ],
]);
console.log('\nEverything passed.');
