import { posix } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { shortened } from '../../../../toolbox/shortened.js';
import { workerAgentsKey, type WorkerAgents } from '../../../launch/contract/worker-agents.js';
import type { SandboxExit } from '../../../sandbox/contract/index.js';
import { runInside } from '../../../sandbox/contract/run-inside.js';
import type { Check } from '../../scenario/scenario.js';
import type { CheckVerdict } from '../../scoring/check-verdict.js';
import { putFiles } from '../cells/inside/put-files.js';
import type { ToScore } from '../cells/scorer.js';
import { CellFailed } from '../cells/solution.js';

export type CommandCheck = Extract<Check, { type: 'command' }>;
type Verdicts = ReadonlyMap<CommandCheck, CheckVerdict>;
type Checked = Pick<ToScore, 'sandbox' | 'folder' | 'signal'>;

/** Seconds of one command, and of packing the folder. */
const SECONDS = 120;
/** Bytes of the packed folder, which is held in memory. */
const MOST_PACKED = 128 * 1024 * 1024;
/** Characters of a command in a sentence. */
const SHOWN = 200;

/** Without the variables of the proxy: what a check finds must not depend on the network. */
const RUN = `
unset HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_USE_ENV_PROXY
exec sh -c "$1"`;

/**
 * Runs the commands of checks, each on a copy of the solution's folder in a sandbox of its own: the agent's reaches its models, and has what the agent has left
 * outside of the folder. What a command writes is not kept: it may differ each time.
 */
@injectable()
export class CheckCommands {
  constructor(@inject(workerAgentsKey) private readonly agents: WorkerAgents) {}

  async verdicts(checks: readonly CommandCheck[], checked: Checked): Promise<Verdicts> {
    const verdicts = new Map<CommandCheck, CheckVerdict>();
    if (checks.length === 0) return verdicts;
    const archive = await packed(checked);
    for (const check of checks) verdicts.set(check, await this.#verdict(check, archive, checked));
    return verdicts;
  }

  async #verdict(
    { command, exitCode }: CommandCheck,
    archive: Uint8Array,
    { folder, signal }: Checked,
  ): Promise<CheckVerdict> {
    const sandbox = await this.agents.open({ variables: {}, repositories: [], signal });
    try {
      const cwd = posix.join(sandbox.folder, posix.basename(folder));
      await putFiles(sandbox, archive, cwd);
      const exit = await sandbox.run({
        program: 'sh',
        args: ['-c', RUN, 'sh', command],
        cwd,
        env: { LANG: 'C.UTF-8' },
        seconds: SECONDS,
      });
      return {
        passes: exit.limit === undefined && exit.code === exitCode,
        why: whyOf(command, exitCode, exit),
      };
    } finally {
      await sandbox.close();
    }
  }
}

/** A file that nobody may read is left out, so that it keeps no solution from being scored. */
async function packed({ sandbox, folder }: Checked): Promise<Uint8Array> {
  const ended = await runInside(sandbox, {
    program: 'tar',
    args: ['-czf', '-', '--ignore-failed-read', '-C', folder, '.'],
    seconds: SECONDS,
    most: MOST_PACKED,
  });
  // 1: a file has changed meanwhile, or is a socket
  if (ended.isWhole && (ended.code === 0 || ended.code === 1)) return ended.stdoutBytes;
  const why = ended.isWhole ? 'could not be packed' : 'is too large';
  throw new CellFailed('scorer', `The folder ${why}, so no command can check it.`, false);
}

const limits: Readonly<Record<NonNullable<SandboxExit['limit']>, string>> = {
  time: `did not end within ${SECONDS} s`,
  memory: 'used too much memory',
  processes: 'started too many processes',
};

function whyOf(command: string, expected: number, { code, signal, limit }: SandboxExit): string {
  const ended = code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with ${code}`;
  const but = code === expected ? '' : `, expected is ${expected}`;
  const how = limit === undefined ? `${ended}${but}` : limits[limit];
  return `\`${shortened(command, SHOWN)}\` ${how}.`;
}
