import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP =
  'Antigravity may ask you to trust the folder before it starts tool servers or runs hooks: start it here once and see.';

/** It is not known where Antigravity stores whether the user trusts a folder. */
export class AntigravityTrust implements AgentBehaviour {
  trust({ wrote, scope }: AgentSite): Promise<readonly TrustReport[]> {
    const asks = scope === 'project' && (wrote.toolServers || wrote.hooks);
    return Promise.resolve(asks ? [{ state: 'unknown', step: STEP }] : []);
  }
}
