/** What tests of modules need, as `svc-registry/testing`. Boots the real kernel with the modules under test. */
export { recordingLog, type LogEntry } from '../../kernel/testing/index.js';
export { builtInModules } from './built-in-modules.js';
export { moduleContract, type ContractCase, type ContractOptions } from './module-contract.js';
export { plainStyle } from './plain-style.js';
export type { PluginSketch } from './plugin-archive.js';
export { startTestHost, type TestHost, type TestHostOptions } from './start-test-host.js';
export type { Person, PersonName, TestWorld } from './test-world.js';
