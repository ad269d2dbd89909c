import type { AgentBehaviour, TrustReport } from '../../contract/agents.js';

/** An agent that reads what is written without asking anybody. */
export class NoTrustAsked implements AgentBehaviour {
  trust(): Promise<readonly TrustReport[]> {
    return Promise.resolve([]);
  }
}
