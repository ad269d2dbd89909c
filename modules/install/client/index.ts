import {
  buildExtension,
  connectionKey,
  defineFacet,
  extensionsKey,
  hostKey,
  provideFactory,
} from 'svc-registry/kernel';
import { pluginFormatKey } from '../../registry/contract/plugin-format.js';
import { candidatesKey } from '../contract/candidates.js';
import { installPoliciesPoint } from '../contract/policies.js';
import { projectFilesKey } from '../contract/project-files.js';
import { contributedAgents } from './agents/agents.js';
import { LazyProjectFiles } from './project/lazy-project-files.js';
import { LazyProjectTools, projectToolsKey } from './project-tools.js';

export default defineFacet({
  provides: [
    provideFactory(candidatesKey, () => ({
      of: async (sources, context) =>
        (await import('./project/named-candidates.js')).namedCandidates(sources, context),
    })),
    provideFactory(
      projectFilesKey,
      (services) => new LazyProjectFiles(services.get(hostKey).fault),
    ),
    provideFactory(
      projectToolsKey,
      (services) =>
        new LazyProjectTools({
          format: () => services.get(pluginFormatKey),
          agents: () => contributedAgents(services),
          policies: () =>
            Promise.all(
              services
                .get(extensionsKey)
                .of(installPoliciesPoint)
                .map((policy) => buildExtension(policy)),
            ),
          connections: () => services.get(connectionKey),
          host: services.get(hostKey),
        }),
    ),
  ],
});
