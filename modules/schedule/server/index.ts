import { defineFacet, hostKey, provideFactory } from 'svc-registry/kernel';
import { scheduleSettingsKey, settingsFrom } from './settings.js';
import { ownZoneData, zoneDataKey } from './zone-data.js';

export default defineFacet({
  provides: [
    provideFactory(zoneDataKey, ownZoneData),
    provideFactory(scheduleSettingsKey, (services) => settingsFrom(services.get(hostKey))),
  ],
  onStart(services) {
    // an unusable setting is reported when the server starts
    services.get(scheduleSettingsKey);
  },
});
