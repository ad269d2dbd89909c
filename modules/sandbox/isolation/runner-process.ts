import type { ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SandboxRequest } from '../contract/index.js';

/** Plain JavaScript, so that it is the same file for the built program and for the sources. */
export const RUNNER_FILE = fileURLToPath(new URL('../runner/runner.cjs', import.meta.url));

export const runnerText = (): string => readFileSync(RUNNER_FILE, 'utf8');

/** How the runner is started: with or without isolation. */
export interface RunnerProcess {
  readonly child: ChildProcess;
  /** The work folder, as programs see it. */
  readonly folder: string;
  /** Variables that programs get unless their own environment has them. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends what has left the command that it belonged to, as far as that is possible without ending the runner. */
  killStrays(): void;
  /** Ends everything and waits until it is gone. */
  end(): Promise<void>;
}

/** A path outside that the sandbox has for itself, and its proxy's socket. */
export interface OuterPaths {
  readonly folder: string;
  readonly socket: string;
}

export type StartRunner = (
  request: Pick<SandboxRequest, 'limits' | 'binds'>,
  paths: OuterPaths,
  searchPath: string | undefined,
) => RunnerProcess;

/** What the runner needs to know, as its only argument. */
export function runnerOptions(options: {
  readonly folder: string;
  readonly socket: string;
  readonly port: number;
}): string {
  return JSON.stringify({ ...options, pidNamespace: ownPidNamespace() });
}

function ownPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // another system than Linux, where nothing is isolated
    return null;
  }
}

/** Settles when the process has ended and its streams are closed, or could not be started. */
export const closed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('close', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });

/** Sends SIGKILL to a process that may have ended already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
