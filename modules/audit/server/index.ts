import { defineFacet } from 'svc-registry/kernel';
import { Retention } from './retention.js';

export default defineFacet({
  onStart(services) {
    // an unusable setting stops the start
    services.get(Retention);
  },
});
