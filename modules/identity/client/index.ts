import { defineFacet, provide, provideFactory } from 'svc-registry/kernel';
import { browserKey, SystemBrowser } from './browser.js';
import { storedConnectionKey, StoredConnection } from './connection.js';
import { pause, pauseKey } from './pause.js';
import { PipedInput, standardInputKey } from './standard-input.js';

export default defineFacet({
  provides: [
    provide(storedConnectionKey, StoredConnection),
    provide(standardInputKey, PipedInput),
    provide(browserKey, SystemBrowser),
    provideFactory(pauseKey, () => pause),
  ],
});
