import { Readable } from 'node:stream';
import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { hookBlocked, hookFailed } from '../../contract/errors.js';
import type { HookRunInput } from '../../contract/inputs.js';
import type { HookAnswer } from '../../contract/results.js';
import { answerEvent } from '../runner/answer-event.js';

/** Runs hooks as the separate hook program does, for callers of the ordinary command. */
@injectable()
export class RunHooksHandler implements Handler<HookRunInput, HookAnswer> {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async run(
    { agent = '', event, global = false, pluginPath }: HookRunInput,
    { env, cwd, signal, progress }: Context,
  ): Promise<HookAnswer> {
    const piped = this.host.stdin?.();
    const host = { env, cwd, clock: () => performance.now(), signal };
    const input = piped && Readable.from(piped, { objectMode: false });
    const { exitCode, stdout, stderr } = await answerEvent(
      { agent, event, global, pluginPath },
      input,
      host,
    );
    if (exitCode === 2) throw hookBlocked({ reason: stderr.trim() });
    if (exitCode !== 0) throw hookFailed({ what: stderr.trim() });
    if (stderr !== '') progress.warn(stderr.trim());
    return { stdout };
  }
}
