import { defineFacet, hostKey, provideFactory } from 'svc-registry/kernel';
import { runEnvironmentsKey } from '../contract/run-environments.js';

export default defineFacet({
  provides: [
    provideFactory(runEnvironmentsKey, (services) => ({
      forRun: async (file, workspace, context) => {
        const { EnvFiles } = await import('./environments/env-files.js');
        return new EnvFiles(services.get(hostKey)).forRun(file, workspace, context);
      },
    })),
  ],
});
