export * from './agents.js';
export { agentIds, projectModes, type AgentId, type ProjectMode } from './agent-ids.js';
export * from './errors.js';
export * from './operations.js';
export * from './policies.js';
