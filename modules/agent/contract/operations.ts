import { defineOperation } from 'svc-registry/kernel';
import type * as Inputs from './inputs.js';
import type * as Results from './results.js';

const inputs = (): Promise<typeof Inputs> => import('./inputs.js');
const results = (): Promise<typeof Results> => import('./results.js');
const local = { runsAt: 'client', access: 'local' } as const;

export const runAgent = defineOperation({
  ...local,
  id: 'agent.run',
  summary: 'Start a coding agent with the tool servers and the memory of the project',
  description: [
    'Starts pi (`@earendil-works/pi-coding-agent` 0.74.2, installed with npm) with settings of its own in `~/.svc/agent`. Models are those that pi knows',
    '(`~/.svc/agent/models.json`, or keys in the environment). It connects to the tool servers of `.mcp.json` and `~/.svc/agent/mcp.json`,',
    'reads and keeps `.svc/memory/`, and asks before it acts as `--permission-mode` says.',
  ].join(' '),
  effect: 'write',
  input: () => inputs().then((m) => m.AgentInput),
  output: () => results().then((m) => m.AgentRun),
  cli: {
    name: 'agent',
    positionals: ['prompt'],
    short: { print: 'p', continue: 'c', resume: 'r' },
    exits: [{ field: 'exitCode', as: 'exitCode' }],
    examples: [
      { command: 'svc agent "Why does the build fail?"', text: 'In the terminal' },
      { command: 'svc agent -p --output json "List the TODOs"', text: 'For a script' },
      { command: 'svc agent -c --permission-mode ask', text: 'Go on, and be asked' },
    ],
  },
});

export const addToolServer = defineOperation({
  ...local,
  id: 'agent.mcpAdd',
  summary: 'Add a tool server for the agent',
  description: [
    'Everything else in the file keeps its bytes, comments too. Other coding agents that read `.mcp.json` get the server as well.',
    'A secret is best named, not given: `-e KEY` and `${KEY}` in a header take the value from the environment when the server starts.',
  ].join(' '),
  effect: 'write',
  idempotent: true,
  takesSecret: true,
  input: () => inputs().then((m) => m.AddServerInput),
  output: () => results().then((m) => m.ToolServerChange),
  cli: {
    name: 'agent mcp add',
    positionals: ['name', 'command'],
    short: { env: 'e' },
    examples: [
      {
        command: 'svc agent mcp add db -e DATABASE_URL -- npx -y @acme/db-server --read-only',
        text: 'A program, with a variable of the environment',
      },
      {
        command:
          "svc agent mcp add --scope global --url https://tools.example/mcp --header 'Authorization: Bearer ${TOOLS_TOKEN}' tools",
        text: 'An address, for all of your projects',
      },
    ],
  },
});

export const getToolServer = defineOperation({
  ...local,
  id: 'agent.mcpGet',
  summary: 'Show a tool server of the agent',
  description: "The project's is shown where your own has the same name. Values are masked.",
  effect: 'read',
  input: () => inputs().then((m) => m.GetServerInput),
  output: () => results().then((m) => m.ToolServer),
  cli: { name: 'agent mcp get', positionals: ['name'] },
});

export const listToolServers = defineOperation({
  ...local,
  id: 'agent.mcpList',
  summary: 'List the tool servers of the agent',
  effect: 'read',
  input: () => inputs().then((m) => m.ListServersInput),
  output: () => results().then((m) => m.ToolServerList),
  cli: { name: 'agent mcp list' },
});

export const removeToolServer = defineOperation({
  ...local,
  id: 'agent.mcpRemove',
  summary: 'Remove a tool server of the agent',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.RemoveServerInput),
  output: () => results().then((m) => m.ToolServerChange),
  cli: { name: 'agent mcp remove', positionals: ['name'] },
});
