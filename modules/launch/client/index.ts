import { defineFacet, provide } from 'svc-registry/kernel';
import { runEnvironmentsKey } from '../contract/run-environments.js';
import { EnvFiles } from './environments/env-files.js';

export default defineFacet({ provides: [provide(runEnvironmentsKey, EnvFiles)] });
