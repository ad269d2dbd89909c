import type { Constructor } from 'svc-registry/kernel';
import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';
import { needsTrustHere } from './folders.js';

/** An agent that keeps its user's consent where svc cannot see it: the step is shown where consent may be missing. */
const unseen = (mayAsk: (site: AgentSite) => boolean, step: string): Constructor<AgentBehaviour> =>
  class implements AgentBehaviour {
    trust(site: AgentSite): Promise<readonly TrustReport[]> {
      return Promise.resolve(mayAsk(site) ? [{ state: 'unknown', step }] : []);
    }
  };

/** An agent that reads the written files without asking the user. */
export const NoTrustAsked = unseen(() => false, '');

export const CursorTrust = unseen(
  ({ wrote }) => wrote.toolServers,
  'Cursor starts a new tool server once you allow it: in its settings, or with `agent mcp enable svc` (in scripts: `--approve-mcps`).',
);

export const CopilotVscodeTrust = unseen(
  needsTrustHere,
  'VS Code reads tool servers and hooks in a trusted workspace only, and asks before it starts a new tool server.',
);

/** Not observed. */
export const AntigravityTrust = unseen(
  needsTrustHere,
  'Antigravity may ask you to trust the folder before it starts tool servers or runs hooks: start it here once and see.',
);

/** Not observed. */
export const OpenhandsTrust = unseen(
  ({ wrote }) => wrote.hooks,
  'OpenHands may ask before it runs hooks of a project: start it here once and see.',
);
