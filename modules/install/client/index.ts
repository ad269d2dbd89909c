import { connectionKey, defineFacet, hostKey, provideFactory } from 'svc-registry/kernel';
import { pluginFormatKey } from '../../registry/contract/plugin-format.js';
import { LazyProjectTools, projectToolsKey } from './project-tools.js';

export default defineFacet({
  provides: [
    provideFactory(
      projectToolsKey,
      (services) =>
        new LazyProjectTools({
          format: () => services.get(pluginFormatKey),
          connections: () => services.get(connectionKey),
          host: services.get(hostKey),
        }),
    ),
  ],
});
