import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP =
  'Cursor starts a new tool server once you allow it: in its settings, or with `agent mcp enable svc` (in scripts: `--approve-mcps`).';

/** Cursor keeps what was allowed in a store of its own. */
export class CursorTrust implements AgentBehaviour {
  trust({ wrote }: AgentSite): Promise<readonly TrustReport[]> {
    return Promise.resolve(wrote.toolServers ? [{ state: 'unknown', step: STEP }] : []);
  }
}
