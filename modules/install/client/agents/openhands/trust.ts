import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';

const STEP = 'OpenHands may ask before it runs hooks of a project: start it here once and see.';

/** It is not known whether OpenHands asks for trust. */
export class OpenhandsTrust implements AgentBehaviour {
  trust({ wrote }: AgentSite): Promise<readonly TrustReport[]> {
    return Promise.resolve(wrote.hooks ? [{ state: 'unknown', step: STEP }] : []);
  }
}
