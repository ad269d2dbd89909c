import { isSvcError, type Context } from 'svc-registry/kernel';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { ownValue } from '../../../../toolbox/own-value.js';
import { headlessCommand, type LaunchRequest } from '../../agents/command.js';
import { agentNotStarted } from '../../contract/agent-errors.js';
import type { LaunchView } from '../../contract/launch-view.js';
import { readResult, readResultFile } from '../../preparation/index.js';
import { agentEnvironment, type ReadyAgent } from '../agent-launcher.js';
import { AgentProcess } from './agent-process.js';
import type { PreparedSkill } from './prepared-skill.js';
import { showProgress } from './show-progress.js';
import type { ScratchFolder } from './scratch-folder.js';

interface Run {
  readonly ready: ReadyAgent;
  readonly asked: LaunchRequest;
  readonly prepared: PreparedSkill;
  readonly scratch: ScratchFolder;
}

/** Runs the agent to its end without a person, in the folder of the context, and reads its result. */
export async function runHeadless(
  { ready, asked, prepared, scratch }: Run,
  context: Context,
): Promise<LaunchView> {
  const { facts, agent, program } = ready;
  const command = headlessCommand(facts, asked);
  const running = new AgentProcess();
  const env = agentEnvironment(context.env, command);
  const { cwd, signal } = context;
  const stopShowing = showProgress(prepared.name, { ready, running }, context);
  const end = await running
    .run({ program, args: command.args, input: command.input, cwd, env, signal })
    .catch((error: unknown) => {
      throw whyNotStarted(error, ready);
    })
    .finally(stopShowing);
  const result = await readResult({
    file: await readResultFile(scratch.resultFile),
    answer: agent.answer(end.stdout),
    // what failed before the agent had anything to say is there
    stdoutTail: end.stderr.trim() === '' ? end.stdout : end.stderr,
    exit: { code: end.code, signal: end.signal },
    outputSchema: prepared.outputSchema,
    needsInput: false,
  });
  const status = result.status === 'failed' ? 'failed' : 'completed';
  return { launchRunId: null, status, result };
}

/** What the system says to a program that it does not start, in our words. */
function whyNotStarted(error: unknown, { facts, program }: ReadyAgent): unknown {
  const code = codeOf(error);
  if (isSvcError(error) || typeof code !== 'string') return error;
  const why = ownValue(reasons, code) ?? code;
  return agentNotStarted({ display: facts.display, why: `${program}: ${why}` }, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it was not found',
  EACCES: 'it is not executable',
  ENOEXEC: 'it is no program for this machine',
  E2BIG: 'its arguments and environment are too long',
};
