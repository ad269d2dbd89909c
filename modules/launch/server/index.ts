import { defineFacet, provide } from 'svc-registry/kernel';
import { heldEnvironmentsKey } from '../contract/held-environments.js';
import { launchesKey } from '../contract/launches.js';
import { workerAgentsKey } from '../contract/worker-agents.js';
import { HeldEnvironmentsOfRuns } from './environments/held-environments.js';
import { LaunchesOfModules } from './runs/launches-of-modules.js';
import { AgentsOfWorker } from './worker/agents-of-worker.js';

export default defineFacet({
  provides: [
    provide(launchesKey, LaunchesOfModules),
    provide(workerAgentsKey, AgentsOfWorker),
    provide(heldEnvironmentsKey, HeldEnvironmentsOfRuns),
  ],
});
