import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP =
  'Cursor starts a new tool server once you allow it: in its settings, or with `agent mcp enable svc` (in scripts: `--approve-mcps`).';

/** Cursor stores approvals in its own store, which svc does not read. */
export class CursorTrust implements AgentBehaviour {
  trust({ wrote }: AgentSite): Promise<readonly TrustReport[]> {
    return Promise.resolve(wrote.toolServers ? [{ state: 'unknown', step: STEP }] : []);
  }
}
