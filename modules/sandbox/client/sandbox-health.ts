import type { HealthCheck, HealthFinding } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { sandboxesKey, type Sandboxes } from '../contract/index.js';

/** Whether programs can be isolated on this machine. Where bubblewrap is not installed, nothing is wrong: only workers and `svc agent` use it. */
@injectable()
export class SandboxHealth implements HealthCheck {
  constructor(@inject(sandboxesKey) private readonly sandboxes: Sandboxes) {}

  async check(): Promise<readonly HealthFinding[]> {
    const state = await this.sandboxes.state();
    if (state.works)
      return [
        { level: 'ok', message: 'The sandbox works: agents and their commands are isolated.' },
      ];
    const level = state.problem === 'not_installed' ? 'ok' : 'warning';
    const message = `No sandbox on this machine; workers and svc agent use it. ${state.message}`;
    return [{ level, message }];
  }
}
