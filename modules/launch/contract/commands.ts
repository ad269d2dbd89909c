import { defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './command-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./command-inputs.js');
const views = () => import('./launch-view.js');
const local = { runsAt: 'client', access: 'local', effect: 'write' } as const;

/** Opens a session of an agent in the terminal. */
export const launchAgent = defineOperation({
  ...local,
  id: 'launch.agent',
  summary: 'Open a coding agent in this terminal',
  description:
    'It has the skills, rules and tool servers that `svc install` has set up for it in this folder. SVC_TOKEN is not handed to it. The command ends with the exit code of the agent.',
  input: () => inputs().then((m) => m.LaunchAgentInput),
  output: () => views().then((m) => m.AgentSessionView),
  cli: {
    name: 'launch',
    positionals: ['agentId'],
    exits: [{ field: 'exitCode', as: 'exitCode' }],
    examples: [
      { command: 'svc launch claude-code', text: 'Open Claude Code with the installed skills' },
    ],
  },
});

/** Runs one skill: here, or with `cloud` on a worker. */
export const launchSkill = defineOperation({
  ...local,
  id: 'launch.skill',
  summary: 'Run a skill with a coding agent, here or in the cloud',
  description:
    'Here, the agent works in the current folder and may change its files; whatever it would have to ask for is refused, unless --yolo allows everything. With --cloud, a worker runs it in a sandbox on a fresh clone of a repository and keeps the changes as a patch. Ctrl+C ends a run here; of a run in the cloud it ends the waiting only. The command fails with exit code 8 if the run or its result failed.',
  input: () => inputs().then((m) => m.LaunchSkillInput),
  output: () => views().then((m) => m.LaunchView),
  cli: {
    name: 'launch skill',
    positionals: ['skill'],
    short: { interactive: 'i' },
    exits: [
      { field: 'status', is: ['failed', 'cancelled'], exit: ExitCode.gate },
      { field: 'result.status', is: ['failed'], exit: ExitCode.gate },
    ],
    examples: [
      {
        command: 'svc launch skill acme/review --agent claude-code --input branch=main',
        text: 'Run a published skill in this folder',
      },
      {
        command: 'svc launch skill file:plugins/docs#changelog --agent codex -i',
        text: "Run a skill of a folder in Codex's own interface",
      },
      {
        command: 'svc launch skill acme/review --cloud --repo acme/shop --no-wait',
        text: 'Start it in the cloud and print the id of the run',
      },
    ],
  },
});
