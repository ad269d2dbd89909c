import { defineFacet, hostKey, provide, provideFactory } from 'svc-registry/kernel';
import { readDatabaseKey } from '../../persistence/contract/db.js';
import { jobsKey } from '../contract/db.js';
import { EngineQueue, engineQueueKey } from './engine-queue.js';
import { RunsOfModules } from './jobs.js';
import { Kinds, kindsKey } from './kinds.js';
import { runQueueKey } from './queue.js';
import { Runs, runsKey } from './runs.js';
import { jobsSettingsKey, settingsFrom } from './settings.js';
import { realTimers, timersKey } from './timers.js';
import { Performer, performerKey } from './worker/performer.js';
import { Sweeper, sweeperKey } from './worker/sweeper.js';

export default defineFacet({
  provides: [
    provideFactory(timersKey, () => realTimers),
    provideFactory(jobsSettingsKey, (services) =>
      settingsFrom(services.get(hostKey), services.get(readDatabaseKey).engine),
    ),
    provide(engineQueueKey, EngineQueue),
    provideFactory(runQueueKey, (services) => services.get(engineQueueKey).queue),
    provide(kindsKey, Kinds),
    provide(runsKey, Runs),
    provide(performerKey, Performer),
    provide(sweeperKey, Sweeper),
    provide(jobsKey, RunsOfModules),
  ],
  async onStart(services) {
    // an unusable setting is reported when the server starts
    services.get(jobsSettingsKey);
    await services.get(engineQueueKey).open();
  },
});
