/** What tests of modules need, as `svc-registry/testing`. Boots the real kernel with the modules under test. */
export * from '../../kernel/testing/index.js';
export { builtInModules } from './built-in-modules.js';
export { moduleContract, type ContractCase, type ContractOptions } from './module-contract.js';
export { plainStyle } from './plain-style.js';
