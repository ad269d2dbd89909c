import type { HealthCheck, HealthFinding } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { sandboxesKey, type Sandboxes } from '../../sandbox/contract/index.js';

/** Says in `svc doctor` why agents cannot be isolated on this machine. */
@injectable()
export class SandboxHealth implements HealthCheck {
  constructor(@inject(sandboxesKey) private readonly sandboxes: Sandboxes) {}

  async check(): Promise<readonly HealthFinding[]> {
    const state = await this.sandboxes.state();
    if (state.works) return [];
    const effect = 'A worker on this machine refuses launches in the cloud.';
    return [{ level: 'warning', message: `${state.message} ${effect}` }];
  }
}
