import { defineFacet, hostKey } from 'svc-registry/kernel';
import { Analyser } from './analysis/analyser.js';

export default defineFacet({
  onStart: async (services) => {
    // with invalid rules every review fails; this reports the mistake when the server starts
    await services
      .get(Analyser)
      .rules()
      .catch((error: unknown) => {
        services.get(hostKey).log.error({ error }, 'nothing can be reviewed');
      });
  },
  onStop: (services) => services.get(Analyser).end(),
});
