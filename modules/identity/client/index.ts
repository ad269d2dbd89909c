import { defineFacet, provide, provideFactory } from 'svc-registry/kernel';
import { browserKey, SystemBrowser } from './browser.js';
import { storedConnectionKey, StoredConnection } from './connection.js';
import { DeviceLogin, deviceLoginKey } from './device-login.js';
import { KeptSignIn, keptSignInKey } from './kept-sign-in.js';
import { pause, pauseKey } from './pause.js';
import { PipedInput, standardInputKey } from './standard-input.js';
import { WaitingSignIn, waitingSignInKey } from './waiting-sign-in.js';

export default defineFacet({
  provides: [
    provide(storedConnectionKey, StoredConnection),
    provide(standardInputKey, PipedInput),
    provide(keptSignInKey, KeptSignIn),
    provide(deviceLoginKey, DeviceLogin),
    provide(waitingSignInKey, WaitingSignIn),
    provide(browserKey, SystemBrowser),
    provideFactory(pauseKey, () => pause),
  ],
});
