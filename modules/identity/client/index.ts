import { defineFacet, hostKey, provide, provideFactory } from 'svc-registry/kernel';
import { userSettingsKey } from '../contract/user-settings.js';
import { UserConfig } from '../format/server-address.js';
import { browserKey, SystemBrowser } from './browser.js';
import { storedConnectionKey, StoredConnection } from './connection.js';
import { pause, pauseKey } from './pause.js';
import { PipedInput, standardInputKey } from './standard-input.js';

export default defineFacet({
  provides: [
    provide(storedConnectionKey, StoredConnection),
    provide(standardInputKey, PipedInput),
    provide(browserKey, SystemBrowser),
    provideFactory(userSettingsKey, (services) => new UserConfig(services.get(hostKey).home)),
    provideFactory(pauseKey, () => pause),
  ],
});
