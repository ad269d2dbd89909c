import type { AgentFacts } from '../agents.js';
import { copilotHookFile, copilotHooks, copilotSubagents, copilotUserPaths } from './copilot.js';
import { typedServer } from './shapes.js';

export const copilotVscode: AgentFacts = {
  display: 'GitHub Copilot in VS Code',
  observed: null,
  traces: ['.vscode/mcp.json', '.github/copilot-instructions.md'],
  // its files are those of the program on the command line: it is chosen by name
  userTraces: [],
  homeVariable: { name: 'COPILOT_HOME', folder: '.copilot' },
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    subagents: copilotSubagents,
    toolServers: {
      file: '.vscode/mcp.json',
      format: 'json',
      key: ['servers'],
      shape: { ...typedServer, variable: '${env:NAME}', projectFolder: '${workspaceFolder}' },
    },
    hooks: copilotHookFile,
  },
  user: copilotUserPaths,
  hooks: copilotHooks,
};
