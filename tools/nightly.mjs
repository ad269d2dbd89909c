// npm run test:nightly [-- paths]: builds, then runs every test, those that by day take a sample as often as a night allows and on every database, and prints what they counted.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from './run.mjs';
import { postgresNote, step } from './step.mjs';

const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'svc-nightly-'));
const counts = join(folder, 'counts');
// also when a step ends the script: what was counted until then is worth knowing
process.on('exit', () => {
  if (existsSync(counts)) console.log(`\n== counted\n${readFileSync(counts, 'utf8').trimEnd()}`);
  rmSync(folder, { recursive: true, force: true });
});

console.log(postgresNote());
await step('build', ['tools/build.mjs']);
await step('all tests, long', [tool('jest/bin/jest.js'), '--runInBand', ...chosen], {
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  SVC_TEST_LONG: '1',
  SVC_TEST_COUNTS: counts,
});
