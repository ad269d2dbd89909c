import { hostKey, type BackgroundWork, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { sandboxesKey, type Sandboxes } from '../../../sandbox/contract/index.js';

/** Says when a worker starts whether launches can run on it, and why not. */
@injectable()
export class ReportSandbox implements BackgroundWork {
  constructor(
    @inject(sandboxesKey) private readonly sandboxes: Sandboxes,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(): Promise<void> {
    const state = await this.sandboxes.state();
    if (state.works) return;
    const { message: why, problem } = state;
    const { log, env } = this.host;
    if (env['SVC_LAUNCH_UNSANDBOXED'] === '1')
      log.warn({ why, problem }, 'launches run without a sandbox on this worker');
    else log.warn({ why, problem }, 'launches are refused on this worker: it has no sandbox');
  }
}
