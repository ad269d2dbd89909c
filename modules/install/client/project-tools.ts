import {
  buildExtension,
  connectionKey,
  extensionsKey,
  hostKey,
  serviceKey,
  type Context,
  type Services,
} from 'svc-registry/kernel';
import { userSettingsKey } from '../../identity/contract/user-settings.js';
import { pluginFoldersKey } from '../../registry/contract/plugin-format.js';
import { installPoliciesPoint } from '../contract/policies.js';
import { contributedAgents, type Agents } from './agents/agents.js';
import type { RegistryClient } from './fetch/registry-client.js';
import type { Installer } from './installer.js';
import type { Scope } from './project/scope.js';

/** Creates a handler's tools. Each is loaded on first use, because `svc list` needs none. */
export interface ProjectTools {
  /** For views: unlike that of `installer`, does not wait for a busy registry. */
  registry(context: Context): Promise<RegistryClient>;
  installer(context: Context, scope: Scope): Promise<Installer>;
  agents(): Agents;
  /** Whether the user has named a server, by SVC_URL or a sign-in. */
  serverConfigured(context: Pick<Context, 'env'>): Promise<boolean>;
  /** Whether calls to the server carry a user's credentials. */
  signedIn(): Promise<boolean>;
}

export const projectToolsKey = serviceKey<ProjectTools>('install.projectTools');

export function projectTools(services: Services): ProjectTools {
  const connection = () => services.get(connectionKey).current();
  const agents = () => contributedAgents(services);
  return {
    agents,
    signedIn: async () => (await connection()).token !== undefined,
    serverConfigured: async ({ env }) =>
      Boolean(env['SVC_URL']) || (await services.get(userSettingsKey).read('server')) !== undefined,
    registry: async (context) => {
      const { HttpRegistryClient } = await import('./fetch/registry-client.js');
      return new HttpRegistryClient(context, connection);
    },
    installer: async (context, scope) => {
      const { Installer: Type } = await import('./installer.js');
      const { HttpRegistryClient } = await import('./fetch/registry-client.js');
      const { RetryPolicy } = await import('./fetch/retry-policy.js');
      const { program, fault, home, fetch } = services.get(hostKey);
      const policies = services.get(extensionsKey).of(installPoliciesPoint);
      return new Type({
        format: services.get(pluginFoldersKey),
        registry: new HttpRegistryClient(context, connection, new RetryPolicy(context)),
        agents: agents(),
        policies: () => Promise.all(policies.map((policy) => buildExtension(policy))),
        scope,
        context,
        home,
        fetch,
        program,
        fault,
      });
    },
  };
}
