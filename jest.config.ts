/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import manifest from './package.json' with { type: 'json' };

const config: Config = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['svc-source', 'node', 'node-addons'] },
  roots: ['kernel', 'toolbox', 'modules', 'hosts', 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/fixtures/'],
  setupFiles: ['reflect-metadata', '<rootDir>/test/same-values.ts'],
  globalSetup: '<rootDir>/test/global-setup.ts',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    ...Object.fromEntries(
      Object.entries(manifest.exports).flatMap(([entry, target]) =>
        typeof target === 'string'
          ? []
          : [[`^svc-registry${entry.slice(1)}$`, target['svc-source'].replace(/^\./, '<rootDir>')]],
      ),
    ),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            verbatimModuleSyntax: true,
          },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // a limit against hanging, not a measure: tests that start programs take long on a busy machine, so they set no shorter one
  testTimeout: process.env['SVC_TEST_LONG'] === undefined ? 300_000 : 3_600_000,
  // more than there are processors: files often wait for databases and programs, and each has ports, folders and tables of its own
  maxWorkers: 3,
  workerIdleMemoryLimit: '512MB',
};

export default config;
