import { defineFacet, provide } from 'svc-registry/kernel';
import { launchesKey } from '../contract/launches.js';
import { LaunchesOfModules } from './runs/launches-of-modules.js';

export default defineFacet({ provides: [provide(launchesKey, LaunchesOfModules)] });
