import type { Sandbox, SandboxCommand, SandboxExit } from './index.js';

/** Bytes that are kept of each output of a command of ours. */
const MOST_OUTPUT = 1024 * 1024;

/** A program that is not the agent: git, tar, svc. */
type OwnCommand = Pick<SandboxCommand, 'program' | 'args' | 'seconds' | 'input'> & {
  readonly cwd?: string;
  readonly env?: SandboxCommand['env'];
  /** Bytes that are kept of each output; default 1 MB. */
  readonly most?: number;
};

/** How such a program ended, and what it wrote. */
export interface Ended extends SandboxExit {
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Uint8Array;
  /** Nothing of its outputs is left out. */
  readonly isWhole: boolean;
}

/** Runs programs of ours in the sandbox. They get no variables but these. */
export async function runInside(
  sandbox: Sandbox,
  { cwd, env = {}, most = MOST_OUTPUT, ...command }: OwnCommand,
): Promise<Ended> {
  const kept = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const sizes = { stdout: 0, stderr: 0 };
  const exit = await sandbox.run({
    ...command,
    cwd: cwd ?? sandbox.folder,
    env: { LANG: 'C.UTF-8', ...env },
    onOutput: (stream, chunk) => {
      sizes[stream] += chunk.byteLength;
      if (sizes[stream] <= most) kept[stream].push(chunk);
    },
  });
  const stdoutBytes = Buffer.concat(kept.stdout);
  return {
    ...exit,
    stdout: stdoutBytes.toString(),
    stderr: Buffer.concat(kept.stderr).toString(),
    stdoutBytes,
    isWhole: sizes.stdout <= most && sizes.stderr <= most,
  };
}

/** The last line that says something. */
export const lastLine = (text: string): string => text.trim().split(/\r?\n/).at(-1)?.trim() ?? '';
