import {
  defineFacet,
  extensionsKey,
  hostKey,
  provideFactory,
  rateLimitsPoint,
} from 'svc-registry/kernel';
import { KeyBook } from './keys/key-book.js';
import { policiesFrom, policiesKey } from './limits/policies.js';

export default defineFacet({
  provides: [
    provideFactory(policiesKey, (services) => {
      const declared = services.get(extensionsKey).of(rateLimitsPoint);
      return policiesFrom(
        services.get(hostKey),
        declared.map(({ id: name, data }) => ({ name, ...data })),
      );
    }),
  ],
  async onStart(services) {
    // an unusable setting is reported when the server starts
    services.get(policiesKey);
    await services.get(KeyBook).releaseUnfinished();
  },
});
