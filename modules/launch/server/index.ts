import { defineFacet, provide } from 'svc-registry/kernel';
import { heldEnvironmentsKey } from '../contract/held-environments.js';
import { launchesKey } from '../contract/launches.js';
import { HeldEnvironmentsOfRuns } from './environments/held-environments.js';
import { LaunchesOfModules } from './runs/launches-of-modules.js';

export default defineFacet({
  provides: [
    provide(launchesKey, LaunchesOfModules),
    provide(heldEnvironmentsKey, HeldEnvironmentsOfRuns),
  ],
});
