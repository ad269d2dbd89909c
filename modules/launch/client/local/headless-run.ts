import type { Context } from 'svc-registry/kernel';
import { headlessCommand, type LaunchRequest } from '../../agents/command.js';
import type { LaunchView } from '../../contract/launch-view.js';
import { readResult } from '../../preparation/index.js';
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
  const { args, input } = headlessCommand(facts, asked);
  const running = new AgentProcess();
  const env = agentEnvironment(context.env, facts);
  const { cwd, signal } = context;
  const stopShowing = showProgress(prepared.name, { ready, running }, context);
  const end = await running.run({ program, args, input, cwd, env, signal }).finally(stopShowing);
  const result = await readResult({
    file: await scratch.readResult(),
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
