import { defineFacet, hostKey, provide, provideFactory } from 'svc-registry/kernel';
import { secretsKey } from '../../secrets/contract/index.js';
import { LETTERS, mailKey } from '../contract/index.js';
import { mailSettings, mailSettingsKey } from '../format/mail-settings.js';
import { StoredMail } from './stored-mail.js';

export default defineFacet({
  provides: [
    provideFactory(mailSettingsKey, (services) => mailSettings(services.get(hostKey).env)),
    provide(mailKey, StoredMail),
  ],
  /** Settings that cannot be used, and a missing key to seal letters with, are reported by the start. */
  onStart: async (services) => {
    if (services.get(mailSettingsKey) !== undefined)
      await services.get(secretsKey).seal('', { column: LETTERS, row: 'start' });
  },
});
