import { posix } from 'node:path';
import { sandboxEnded, type Sandbox, type SandboxExit } from '../../../sandbox/contract/index.js';
import { headlessCommand } from '../../agents/command.js';
import type { HeadlessEnd, HeadlessRun } from '../../contract/worker-agents.js';
import { KeptEnd } from '../../kept-end.js';

/** An agent's last message, with the result, is in there. */
const KEPT_STDOUT = 2 * 1024 * 1024;
const KEPT_STDERR = 64 * 1024;

const KILLED: SandboxExit = { code: null, signal: 'SIGKILL' };

/** Runs an agent to its end. */
export async function runHeadless(sandbox: Sandbox, run: HeadlessRun): Promise<HeadlessEnd> {
  const [stdout, stderr] = [new KeptEnd(KEPT_STDOUT), new KeptEnd(KEPT_STDERR)];
  const command = await commandOf(sandbox, run);
  let isOver = false;
  const exit = await sandbox
    .run({
      ...command,
      seconds: run.seconds,
      onOutput: (stream, chunk) => {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        (stream === 'stdout' ? stdout : stderr).add(bytes);
        return run.onOutput?.(stream, chunk);
      },
    })
    .catch((error: unknown) => {
      // an agent that kills everything that it sees has ended its sandbox, too
      if (!sandboxEnded.is(error)) throw error;
      stderr.add(Buffer.from(error.message));
      isOver = true;
      return KILLED;
    });
  const said = stdout.text();
  return {
    exit,
    sandboxEnded: isOver,
    answer: run.agent.agent.answer(said),
    stdout: said,
    stderr: stderr.text(),
  };
}

async function commandOf(sandbox: Sandbox, { agent, prompt, model, cwd, variables }: HeadlessRun) {
  const promptFile = posix.join(sandbox.folder, 'prompt.md');
  await sandbox.write(promptFile, prompt);
  const { args, input, env } = headlessCommand(agent.facts, {
    prompt,
    promptFile,
    model,
    // the sandbox limits what it can do
    yolo: true,
    folders: [sandbox.folder],
    file: agent.agent.file,
  });
  return {
    program: agent.program,
    args,
    cwd,
    env: { LANG: 'C.UTF-8', TERM: 'dumb', ...variables, ...env, ...agent.needs.env },
    ...(input !== undefined && { input }),
  };
}
