import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP =
  'VS Code reads tool servers and hooks in a trusted workspace only, and asks before it starts a new tool server.';

/** VS Code stores trust in its own database, which svc does not read. */
export class CopilotVscodeTrust implements AgentBehaviour {
  trust({ wrote, scope }: AgentSite): Promise<readonly TrustReport[]> {
    const asks = scope === 'project' && (wrote.toolServers || wrote.hooks);
    return Promise.resolve(asks ? [{ state: 'unknown', step: STEP }] : []);
  }
}
