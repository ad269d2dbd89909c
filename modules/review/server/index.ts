import { defineFacet, hostKey, provide } from 'svc-registry/kernel';
import { pluginScoresKey } from '../contract/search-facts.js';
import { Analyser } from './analysis/analyser.js';
import { StoredScores } from './publishing/stored-scores.js';

export default defineFacet({
  provides: [provide(pluginScoresKey, StoredScores)],
  onStart: async (services) => {
    // with invalid rules every review fails; this reports the mistake when the server starts
    await services
      .get(Analyser)
      .rules()
      .catch((error: unknown) => {
        services.get(hostKey).log.error({ error }, 'nothing can be reviewed');
      });
  },
});
