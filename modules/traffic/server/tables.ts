import type { Tables } from '../../persistence/contract/db.js';
import { TrafficKey } from './keys/key.entity.js';
import { TrafficCount } from './limits/count.entity.js';
import { CreateCounts1764200000000 } from './migrations/create-counts-1764200000000.js';
import { CreateKeys1764200000001 } from './migrations/create-keys-1764200000001.js';

export const tables: Tables = {
  entities: [TrafficCount, TrafficKey],
  migrations: [CreateCounts1764200000000, CreateKeys1764200000001],
  // backups contain no counts: after a restore they start again at zero
  derived: { tables: ['traffic_counts'], fill: () => Promise.resolve() },
};
