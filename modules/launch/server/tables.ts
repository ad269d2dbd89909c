import { CreateEnvironments1768300000000 } from './environments/create-environments.js';
import { Environment } from './environments/environment.entity.js';

export const entities = [Environment];
export const migrations = [CreateEnvironments1768300000000];
