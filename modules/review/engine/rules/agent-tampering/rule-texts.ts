import type { RuleText } from '../../rule.js';

const shared = { category: 'agent-tampering', code: 'W019', owasp: 'AST01' } as const;

export const instructionsChanged: RuleText = {
  ...shared,
  id: 'agent-tampering/instructions-changed',
  severity: 'MEDIUM',
  title: 'Changes what coding agents are told',
  reasoning:
    'Agents obey these files in every later session, also where this plugin is no longer in use.',
  fix: 'Show the user the text and let them add it, and say in the description that this file is changed.',
};

export const settingsChanged: RuleText = {
  ...shared,
  id: 'agent-tampering/settings-changed',
  severity: 'MEDIUM',
  title: 'Changes the settings of a coding agent',
  reasoning: 'The settings decide what the agent may do without asking and what runs beside it.',
  fix: 'Name the setting in the instructions and let the user change it.',
};

export const guardsOff: RuleText = {
  ...shared,
  id: 'agent-tampering/guards-off',
  severity: 'HIGH',
  title: 'Lets a coding agent act without asking',
  reasoning:
    'The change takes away the questions that protect the user from what an agent was tricked into.',
  fix: 'Allow the few commands that the task needs, and let the user decide.',
};

export const unguardedRun: RuleText = {
  ...shared,
  id: 'agent-tampering/unguarded-run',
  code: 'W016',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'Starts a coding agent that asks for nothing',
  reasoning:
    'An agent that asks for nothing and has no sandbox can be made to do anything by the text that it reads.',
  fix: 'Start it with the few tools that the task needs, or in a sandbox.',
};

export const modelRedirected: RuleText = {
  ...shared,
  id: 'agent-tampering/model-redirected',
  severity: 'HIGH',
  title: 'Sends conversations with the model to another host',
  reasoning:
    'The operator of the host can read every conversation and every key, and write the answers.',
  fix: 'Leave the address of the model to the user.',
};

export const serverAdded: RuleText = {
  ...shared,
  id: 'agent-tampering/server-added',
  severity: 'MEDIUM',
  title: 'Adds tools to a coding agent',
  reasoning:
    'A tool server or an extension runs with the rights of the user and is used by the agent in every session.',
  fix: 'Declare tool servers in the manifest of the plugin, where the user sees them before installing.',
};

export const filesRemoved: RuleText = {
  ...shared,
  id: 'agent-tampering/files-removed',
  severity: 'MEDIUM',
  title: 'Removes files of a coding agent',
  reasoning: 'Instructions, settings and memories of the user are lost, or traces are covered.',
  fix: 'Leave files that the plugin did not create.',
};
