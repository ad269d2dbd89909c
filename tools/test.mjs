// npm test [-- jest arguments]: builds, then runs every test: unit and contract first, the slow ones on the built programs last.
import { SLOW_TESTS } from './gates.mjs';
import { tool } from './run.mjs';
import { postgresNote, step, steps } from './step.mjs';

const chosen = process.argv.slice(2);
const environment = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
const jest = (args) => [tool('jest/bin/jest.js'), '--passWithNoTests', ...args];

console.log(postgresNote());
await step('build', ['tools/build.mjs']);
await steps(
  chosen.length > 0
    ? [['chosen tests', jest(chosen), environment]]
    : [
        [
          'unit and contract tests',
          jest(SLOW_TESTS.map((path) => `--testPathIgnorePatterns=${path}`)),
          environment,
        ],
        ['tests on the built programs', jest(SLOW_TESTS), environment],
      ],
);
