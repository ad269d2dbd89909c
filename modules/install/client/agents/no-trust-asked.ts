import type { AgentBehaviour, TrustReport } from '../../contract/agents.js';

/** An agent that reads the written files without asking the user. */
export class NoTrustAsked implements AgentBehaviour {
  trust(): Promise<readonly TrustReport[]> {
    return Promise.resolve([]);
  }
}
