import { posix } from 'node:path';
import {
  sandboxEnded,
  sandboxFileFailed,
  sandboxFileTooLarge,
  type Sandbox,
  type SandboxExit,
} from '../../../sandbox/contract/index.js';
import type { LaunchResult } from '../../contract/envelope.js';
import type { WorkerAgent } from '../../contract/worker-agents.js';
import {
  MOST_RESULT_BYTES,
  promptFor,
  readResult,
  type AgentEnd,
} from '../../preparation/index.js';
import type { Mask } from '../logs/masked-text.js';
import type { RunLog } from '../logs/run-log.js';
import type { LaunchRun } from '../runs/launch-run.entity.js';
import { runHeadless } from './headless.js';
import type { SkillInside, SkillToRun } from './skill-to-run.js';

interface AgentRun {
  readonly sandbox: Sandbox;
  readonly agent: WorkerAgent;
  readonly run: LaunchRun;
  readonly inside: SkillInside;
  readonly skill: SkillToRun;
  readonly clone: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly log: RunLog;
  readonly mask: Mask;
  readonly seconds: number;
}

/** Runs the agent to its end and reads its result. */
export async function runAgent(given: AgentRun): Promise<LaunchResult> {
  const { sandbox, agent, run, inside, skill, log } = given;
  const resultFile = posix.join(sandbox.folder, 'result.json');
  const { exit, answer, stdout, stderr } = await runHeadless(sandbox, {
    agent,
    prompt: promptFor({
      skill: skill.name,
      body: skill.body,
      skillFolder: inside.folder,
      instructions: run.instructions ?? undefined,
      resultFile,
      outputSchema: skill.schemas.output,
      turns: run.turns ?? undefined,
    }),
    model: run.model ?? undefined,
    cwd: posix.join(given.clone, run.workdir ?? ''),
    variables: given.variables,
    seconds: given.seconds,
    onOutput: (stream, chunk) => log.write(stream, chunk),
  });
  await log.end();
  log.say(endOf(agent, exit, given.seconds));
  return readResult({
    file: await resultIn(sandbox, resultFile),
    answer,
    // what failed before the agent had anything to say is there
    stdoutTail: stderr.trim() === '' ? stdout : stderr,
    exit,
    outputSchema: skill.schemas.output,
    needsInput: run.turns !== null,
    mask: (text) => given.mask.text(text),
  });
}

/** What is no file, such as a folder or a link, is no result either. */
async function resultIn(sandbox: Sandbox, file: string): Promise<AgentEnd['file']> {
  try {
    return await sandbox.read(file, MOST_RESULT_BYTES);
  } catch (error) {
    if (sandboxFileTooLarge.is(error)) return 'too large';
    if (sandboxFileFailed.is(error) || sandboxEnded.is(error)) return undefined;
    throw error;
  }
}

function endOf({ facts }: WorkerAgent, { code, signal, limit }: SandboxExit, seconds: number) {
  if (limit === 'time') return `${facts.display} was ended after ${seconds / 60} minutes.`;
  if (limit !== undefined) return `${facts.display} was ended: it exceeded the limit of ${limit}.`;
  return `${facts.display} ended with ${code === null ? String(signal) : `exit code ${code}`}.`;
}
