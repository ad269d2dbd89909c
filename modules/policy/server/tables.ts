import { ManagedProjectEntity, PolicyEntity } from './entities.js';
import { CreatePolicy1764900000000 } from './migrations/create-policy.js';

export const entities = [PolicyEntity, ManagedProjectEntity];
export const migrations = [CreatePolicy1764900000000];
