import { defineFacet, provide } from 'svc-registry/kernel';
import { launchesKey } from '../contract/launches.js';
import { workerAgentsKey } from '../contract/worker-agents.js';
import { LaunchesOfModules } from './runs/launches-of-modules.js';
import { AgentsOfWorker } from './worker/agents-of-worker.js';

export default defineFacet({
  provides: [provide(launchesKey, LaunchesOfModules), provide(workerAgentsKey, AgentsOfWorker)],
});
