export { agentIds, type AgentId } from '../../registry/contract/hook-format.js';

/** `managed`: plugins are kept out of git and installed after a clone. `vendored`: plugins are committed. */
export const projectModes = ['managed', 'vendored'] as const;
/** One of `projectModes`. */
export type ProjectMode = (typeof projectModes)[number];
