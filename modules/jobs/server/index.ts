import { defineFacet, hostKey, provide, provideFactory } from 'svc-registry/kernel';
import { readDatabaseKey } from '../../persistence/contract/db.js';
import { jobsKey } from '../contract/db.js';
import { EngineQueue } from './engine-queue.js';
import { RunsOfModules } from './jobs.js';
import { runQueueKey } from './queue.js';
import { jobsSettingsKey, settingsFrom } from './settings.js';
import { realTimers, timersKey } from './timers.js';

export default defineFacet({
  provides: [
    provideFactory(timersKey, () => realTimers),
    provideFactory(jobsSettingsKey, (services) =>
      settingsFrom(services.get(hostKey), services.get(readDatabaseKey).engine),
    ),
    provideFactory(runQueueKey, (services) => services.get(EngineQueue).queue),
    provide(jobsKey, RunsOfModules),
  ],
  async onStart(services) {
    // an unusable setting is reported when the server starts
    services.get(jobsSettingsKey);
    await services.get(EngineQueue).open();
  },
});
