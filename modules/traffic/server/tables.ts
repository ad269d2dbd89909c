import type { Tables } from '../../persistence/contract/db.js';
import { TrafficCount } from './entities.js';
import { CreateCounts1764200000000 } from './migrations/create-counts-1764200000000.js';

export const tables: Tables = {
  entities: [TrafficCount],
  migrations: [CreateCounts1764200000000],
  // no backup holds counts: after a restore they begin anew
  derived: { tables: ['traffic_counts'], fill: () => Promise.resolve() },
};
