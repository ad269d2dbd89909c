import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP = 'OpenHands may ask before it runs hooks of a project: start it here once and see.';

/** Nothing is known of whether OpenHands asks. */
export class OpenhandsTrust implements AgentBehaviour {
  trust({ wrote }: AgentSite): Promise<readonly TrustReport[]> {
    return Promise.resolve(wrote.hooks ? [{ state: 'unknown', step: STEP }] : []);
  }
}
