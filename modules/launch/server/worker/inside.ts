import type { Sandbox, SandboxCommand, SandboxExit } from '../../../sandbox/contract/index.js';

/** Bytes that are kept of each output of a command of ours. */
const MOST_OUTPUT = 1024 * 1024;

/** A program that is not the agent: git, tar, svc. */
type OwnCommand = Pick<SandboxCommand, 'program' | 'args' | 'seconds'> & {
  readonly cwd?: string;
  readonly env?: SandboxCommand['env'];
};

/** How such a program ended, and what it wrote. */
export interface Ended extends SandboxExit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs of ours in the sandbox. They get no variable of the launch. */
export async function runInside(
  sandbox: Sandbox,
  { cwd, env = {}, ...command }: OwnCommand,
): Promise<Ended> {
  const kept = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const sizes = { stdout: 0, stderr: 0 };
  const exit = await sandbox.run({
    ...command,
    cwd: cwd ?? sandbox.folder,
    env: { LANG: 'C.UTF-8', ...env },
    onOutput: (stream, chunk) => {
      sizes[stream] += chunk.byteLength;
      if (sizes[stream] <= MOST_OUTPUT) kept[stream].push(chunk);
    },
  });
  const text = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString('utf8');
  return { ...exit, stdout: text(kept.stdout), stderr: text(kept.stderr) };
}

/** The last line that says something. */
export const lastLine = (text: string): string => text.trim().split(/\r?\n/).at(-1)?.trim() ?? '';
