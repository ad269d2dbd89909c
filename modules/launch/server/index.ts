import { defineFacet, provide } from 'svc-registry/kernel';
import { launchesKey } from '../contract/launches.js';
import { LaunchStarter } from './runs/launch-starter.js';

export default defineFacet({ provides: [provide(launchesKey, LaunchStarter)] });
