// What `npm run check` holds, in the order in which gates are started. Each gate is one program.
import { tool } from './run.mjs';

const CODE = ['kernel', 'toolbox', 'modules', 'hosts', 'test'];

/** Tests that need the built programs; `npm test` runs them. */
export const SLOW_TESTS = ['test/e2e/', 'test/faults/'];

/** `npm run check -- --build` holds it too: beside the gates that read sources only, and before the others. */
export const BUILD = {
  name: 'build',
  says: 'the programs are built',
  args: ['tools/build.mjs'],
  sourcesOnly: true,
};

export const GATES = [
  {
    name: 'types',
    says: 'every type fits',
    sourcesOnly: true,
    args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'],
  },
  {
    name: 'lint',
    says: 'code rules',
    sourcesOnly: true,
    args: [tool('eslint/bin/eslint.js'), '--cache', '--cache-location', '.cache/eslint/', '.'],
  },
  {
    name: 'format',
    says: 'prettier',
    sourcesOnly: true,
    args: [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '--cache', '.'],
  },
  {
    name: 'directions',
    says: 'which way things may point',
    args: [
      tool('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      ...CODE,
    ],
  },
  {
    name: 'dead-code',
    says: 'files, exports and dependencies that nothing uses',
    args: [tool('knip/bin/knip.js'), '--no-progress'],
  },
  {
    name: 'surface',
    says: 'commands, tools, routes and settings as recorded in docs/reference',
    args: ['tools/surface.mjs', '--check'],
    argsWhenBuilt: ['tools/surface.mjs', '--check', '--built'],
  },
  {
    name: 'tests',
    says: 'unit and contract tests',
    args: [
      tool('jest/bin/jest.js'),
      '--silent',
      ...SLOW_TESTS.map((path) => `--testPathIgnorePatterns=${path}`),
    ],
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  },
];
