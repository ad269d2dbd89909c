import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP =
  'Antigravity may ask you to trust the folder before it starts tool servers or runs hooks: start it here once and see.';

/** Nothing is known of where Antigravity keeps its answer. */
export class AntigravityTrust implements AgentBehaviour {
  trust({ wrote, scope }: AgentSite): Promise<readonly TrustReport[]> {
    const asks = scope === 'project' && (wrote.toolServers || wrote.hooks);
    return Promise.resolve(asks ? [{ state: 'unknown', step: STEP }] : []);
  }
}
