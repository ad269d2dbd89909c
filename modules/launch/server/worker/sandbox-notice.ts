import { hostKey, type BackgroundWork, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { sandboxesKey, type Sandboxes } from '../../../sandbox/contract/index.js';

/** Tries the sandbox when a worker starts, and says in its log why agents cannot be isolated. */
@injectable()
export class SandboxNotice implements BackgroundWork {
  constructor(
    @inject(sandboxesKey) private readonly sandboxes: Sandboxes,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'env' | 'log'>,
  ) {}

  async run(): Promise<void> {
    const state = await this.sandboxes.state();
    if (state.works) return;
    const { problem, message } = state;
    const effect =
      this.host.env['SVC_LAUNCH_UNSANDBOXED'] === '1'
        ? 'Launches in the cloud run without a sandbox here, because SVC_LAUNCH_UNSANDBOXED is set.'
        : 'Launches in the cloud are refused here.';
    this.host.log.warn({ problem }, `${message} ${effect}`);
  }
}
