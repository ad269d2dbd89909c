import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import type { Constructor, HostInfo } from 'svc-registry/kernel';
import { agentsPoint, type AgentBehaviour, type AgentFacts } from '../../contract/agents.js';
import type { InstallPolicy } from '../../contract/policies.js';
import install from '../../module.js';
import { Agents } from '../agents/agents.js';
import { Installer } from '../installer.js';
import type { ProjectTools } from '../project-tools.js';
import type { RegistryClient } from '../fetch/registry-client.js';

interface TestParts {
  readonly fault: HostInfo['fault'];
  readonly policies: readonly InstallPolicy[];
  /** The user's own folder. */
  readonly home: string;
}

/** Real tools with a registry in a folder. */
export function testTools(
  format: PluginFolders,
  registry: RegistryClient,
  { fault, policies, home }: TestParts,
): ProjectTools {
  const program = '/opt/svc/bin/svc.cjs';
  const agents = testAgents();
  return {
    agents: () => agents,
    signedIn: () => Promise.resolve(true),
    serverConfigured: ({ env }) => Promise.resolve(Boolean(env['SVC_URL'])),
    registry: () => Promise.resolve(registry),
    installer: (context, scope) =>
      Promise.resolve(
        new Installer({
          format,
          registry,
          agents,
          program,
          fault,
          policies: () => Promise.resolve(policies),
          scope,
          context,
          home,
          fetch: globalThis.fetch,
        }),
      ),
  };
}

/** The agents as the module declares them. */
export function testAgents(): Agents {
  const declared = (install.contributes ?? []).filter(({ point }) => point === agentsPoint.id);
  return new Agents(
    declared.map(({ id, data, load }) => ({
      id,
      facts: data as AgentFacts,
      behaviour: async () => new ((await load?.()) as Constructor<AgentBehaviour>)(),
    })),
  );
}
