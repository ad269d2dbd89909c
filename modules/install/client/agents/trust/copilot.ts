import { join } from 'node:path';
import { listOf } from '../../../../../toolbox/type-guards.js';
import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';
import { isWithin, needsTrustHere } from './folders.js';
import { lookAt } from './user-file.js';

const STEP =
  'GitHub Copilot CLI ignores the tool servers and hooks of a folder that you have not trusted: start `copilot` here and trust it (in scripts: `--trust-folder`).';

/** Copilot CLI stores a list of trusted folders; everything below them is trusted too. */
export class CopilotTrust implements AgentBehaviour {
  async trust(site: AgentSite): Promise<readonly TrustReport[]> {
    const { root, home, env } = site;
    if (!needsTrustHere(site)) return [];
    if (env['COPILOT_ALLOW_ALL'] === 'true') return [{ state: 'trusted', step: STEP }];
    const config = await lookAt(
      join(env['COPILOT_HOME'] || join(home, '.copilot'), 'config.json'),
      'json',
    );
    if (config === undefined) return [{ state: 'unknown', step: STEP }];
    for (const folder of listOf(config['trustedFolders'])) {
      if (typeof folder === 'string' && (await isWithin(root, folder)))
        return [{ state: 'trusted', step: STEP }];
    }
    return [{ state: 'untrusted', step: STEP }];
  }
}
