import { defineFacet } from 'svc-registry/kernel';
import { Retention } from './retention.js';

export default defineFacet({
  onStart(services) {
    // an unusable setting is reported when the server starts
    services.get(Retention);
  },
});
