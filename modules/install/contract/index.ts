/** What other modules, also those of third parties, may use of the installer: `svc-registry/install`. Of the client. DTO classes are types. */
export { agentIds, projectModes, type AgentId, type ProjectMode } from './agent-ids.js';
export * from './agents.js';
export * from './config-files.js';
export { policyBlocked, projectFileInvalid, projectMissing } from './errors.js';
export {
  initProject,
  installPlugins,
  listPlugins,
  outdatedPlugins,
  pluginInfo,
  projectStatus,
  uninstallPlugin,
  updatePlugins,
  verifyInstall,
} from './operations.js';
export type { PluginInfo } from './plugin-info.js';
export * from './policies.js';
export * from './project-files.js';
export type {
  OutdatedReport,
  PluginChange,
  PluginList,
  ProjectChange,
  ProjectStatus,
  VerifyReport,
} from './results.js';
