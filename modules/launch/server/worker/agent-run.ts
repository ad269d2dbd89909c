import { posix } from 'node:path';
import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import {
  sandboxEnded,
  sandboxFileFailed,
  sandboxFileTooLarge,
  type Sandbox,
  type SandboxExit,
} from '../../../sandbox/contract/index.js';
import type { ChosenAgent } from '../../agents/chosen-agent.js';
import { headlessCommand } from '../../agents/command.js';
import type { LaunchResult } from '../../contract/envelope.js';
import type { LaunchNeeds } from '../../contract/launch-agents.js';
import { KeptEnd } from '../../kept-end.js';
import {
  MOST_RESULT_BYTES,
  promptFor,
  readResult,
  type AgentEnd,
} from '../../preparation/index.js';
import type { Mask } from '../logs/masked-text.js';
import type { RunLog } from '../logs/run-log.js';
import type { LaunchRun } from '../runs/launch-run.entity.js';
import { hostOf } from '../runs/repository-address.js';
import type { SkillInside, SkillToRun } from './skill-to-run.js';

/** An agent's last message, with the result, is in there. */
const KEPT_STDOUT = 2 * 1024 * 1024;
const KEPT_STDERR = 64 * 1024;

const KILLED: SandboxExit = { code: null, signal: 'SIGKILL' };

/** An agent whose program is on this worker. */
export interface WorkersAgent extends ChosenAgent {
  readonly program: string;
  /** What it needs besides. */
  readonly needs: LaunchNeeds;
}

interface AgentRun {
  readonly sandbox: Sandbox;
  readonly agent: WorkersAgent;
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
  const { sandbox, agent, log, skill } = given;
  const resultFile = posix.join(sandbox.folder, 'result.json');
  const [stdout, stderr] = [new KeptEnd(KEPT_STDOUT), new KeptEnd(KEPT_STDERR)];
  const command = await commandOf(given, resultFile);
  const exit = await sandbox
    .run({
      ...command,
      seconds: given.seconds,
      onOutput: (stream, chunk) => {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        (stream === 'stdout' ? stdout : stderr).add(bytes);
        return log.write(stream, chunk);
      },
    })
    .catch((error: unknown) => {
      // an agent that kills everything that it sees has ended its sandbox, too
      if (!sandboxEnded.is(error)) throw error;
      stderr.add(Buffer.from(error.message));
      return KILLED;
    });
  await log.end();
  log.say(endOf(agent, exit, given.seconds));
  const answered = stdout.text();
  return readResult({
    file: await resultIn(sandbox, resultFile),
    answer: agent.agent.answer(answered),
    // what failed before the agent had anything to say is there
    stdoutTail: stderr.text().trim() === '' ? answered : stderr.text(),
    exit,
    outputSchema: skill.schemas.output,
    needsInput: given.run.turns !== null,
    mask: (text) => given.mask.text(text),
  });
}

async function commandOf(given: AgentRun, resultFile: string) {
  const { sandbox, agent, run, inside, skill, clone, variables } = given;
  const promptFile = posix.join(sandbox.folder, 'prompt.md');
  const prompt = promptFor({
    skill: skill.name,
    body: skill.body,
    skillFolder: inside.folder,
    instructions: run.instructions ?? undefined,
    resultFile,
    outputSchema: skill.schemas.output,
    turns: run.turns ?? undefined,
  });
  await sandbox.write(promptFile, prompt);
  const { args, input, env } = headlessCommand(agent.facts, {
    prompt,
    promptFile,
    model: run.model ?? undefined,
    // the sandbox limits what it can do
    yolo: true,
    folders: [sandbox.folder],
    file: agent.agent.file,
  });
  return {
    program: agent.program,
    args,
    cwd: posix.join(clone, run.workdir ?? ''),
    env: { LANG: 'C.UTF-8', TERM: 'dumb', ...variables, ...env, ...agent.needs.env },
    ...(input !== undefined && { input }),
  };
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

function endOf({ facts }: WorkersAgent, { code, signal, limit }: SandboxExit, seconds: number) {
  if (limit === 'time') return `${facts.display} was ended after ${seconds / 60} minutes.`;
  if (limit !== undefined) return `${facts.display} was ended: it exceeded the limit of ${limit}.`;
  return `${facts.display} ended with ${code === null ? String(signal) : `exit code ${code}`}.`;
}

/** Hosts that the sandbox lets the agent reach: the repository's, its models', and those that its variables name as addresses of models. */
export function hostsFor(
  { repo }: Pick<LaunchRun, 'repo'>,
  { facts }: Pick<ChosenAgent, 'facts'>,
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const named = (facts.keys.also ?? []).map((name) => variables[name] ?? '');
  const hosts = [repo, ...named].flatMap((address) => {
    const url = parsedUrl(address);
    return (url && hostOf(url)) ?? [];
  });
  return [...hosts, ...facts.hosts];
}
