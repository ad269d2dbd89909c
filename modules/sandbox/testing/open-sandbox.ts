import { startTestHost, type TestHost } from 'svc-registry/testing';
import outboundModule from '../../outbound/module.js';
import {
  sandboxesKey,
  type Sandbox,
  type SandboxCommand,
  type Sandboxes,
  type SandboxExit,
  type SandboxRequest,
} from '../contract/index.js';
import sandboxModule from '../module.js';

export const MEGABYTE = 1024 * 1024;

export interface TestSandboxes {
  readonly sandboxes: Sandboxes;
  /** Opens one with small limits; it is closed at the end. */
  open(request?: Partial<SandboxRequest>): Promise<Sandbox>;
  stop(): Promise<void>;
}

/** The module in a host of its own. */
export async function testSandboxes(env: Record<string, string> = {}): Promise<TestSandboxes> {
  const host: TestHost = await startTestHost({
    modules: [outboundModule, sandboxModule],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
  });
  const sandboxes = await host.get(sandboxesKey);
  const opened: Sandbox[] = [];
  return {
    sandboxes,
    open: async (request = {}) => {
      const limits = { diskBytes: 64 * MEGABYTE, memoryBytes: 256 * MEGABYTE, processes: 64 };
      const { signal } = new AbortController();
      const sandbox = await sandboxes.open({ limits, hosts: [], signal, ...request });
      opened.push(sandbox);
      return sandbox;
    },
    stop: async () => {
      await Promise.all(opened.map((sandbox) => sandbox.close()));
      await host.stop();
    },
  };
}

/** Runs a script of `sh` in the work folder. Answers how it ended and the last of what it wrote. */
export async function runScript(
  sandbox: Sandbox,
  script: string,
  more: Partial<SandboxCommand> = {},
): Promise<SandboxExit & { readonly said: string }> {
  let said = '';
  const exit = await sandbox.run({
    program: 'sh',
    args: ['-c', script],
    cwd: sandbox.folder,
    env: {},
    seconds: 60,
    onOutput: (_stream, chunk) => {
      said = (said + Buffer.from(chunk).toString()).slice(-100_000);
    },
    ...more,
  });
  return { ...exit, said };
}
