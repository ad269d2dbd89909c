/** Errors of starting agents. All of them are thrown before anything runs. */
import { defineError, ExitCode } from 'svc-registry/kernel';

/** `svc` cannot run the agent. */
export const agentNotLaunchable = defineError<{
  agent: string;
  why: string;
  choices: readonly string[];
}>({
  code: 'agent_not_launchable',
  status: 400,
  exit: ExitCode.usage,
  title: 'Agent cannot be launched',
  remedy: 'Choose an agent that the message lists.',
  message: ({ agent, why }) => `"${agent}" cannot be launched: ${why}.`,
  hint: ({ choices }) => `Agents that can: ${choices.join(', ')}.`,
});

/** None of the names of the agent's program is on PATH. */
export const agentProgramMissing = defineError<{
  display: string;
  programs: readonly string[];
  install: string;
}>({
  code: 'agent_program_missing',
  status: 424,
  exit: ExitCode.notFound,
  title: 'Program of the agent missing',
  cause: 'The agent is not installed here: its program is not on PATH.',
  remedy: 'Install the agent as the message says.',
  message: ({ display, programs }) =>
    `${display} is not installed here: there is no program ${programs.map((name) => `\`${name}\``).join(' or ')} on PATH.`,
  hint: ({ install }) => install,
});

/** None of the variables is set in which the agent expects a key. */
export const agentKeyMissing = defineError<{
  display: string;
  anyOf: readonly string[];
  hint: string;
}>({
  code: 'agent_key_missing',
  status: 424,
  exit: ExitCode.denied,
  title: 'Key of the agent missing',
  cause: 'The agent has no key for its model: none of the variables that it reads one from is set.',
  remedy: 'Set the variable that the message names, here or in an environment of the workspace.',
  message: ({ display, anyOf }) =>
    `${display} has no key for its model: ${anyOf.length === 1 ? `${anyOf[0]} is not set` : `none of ${anyOf.join(', ')} is set`}.`,
  hint: ({ hint }) => hint,
});

/** The system refused to start the agent's program. */
export const agentNotStarted = defineError<{ display: string; why: string }>({
  code: 'agent_not_started',
  status: 424,
  exit: ExitCode.unavailable,
  title: 'Agent not started',
  message: ({ display, why }) => `${display} cannot be started: ${why}.`,
  hint: () => 'Check its program by running it yourself.',
});
