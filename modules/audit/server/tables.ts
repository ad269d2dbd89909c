import type { Tables } from '../../persistence/contract/db.js';
import { RemovedDay, StoredDigest, StoredEvent } from './entities.js';
import { CreateAudit1764200000002 } from './migrations/create-audit-1764200000002.js';

import { RemoveOldDays1764200000003 } from './migrations/remove-old-days-1764200000003.js';

export const tables: Tables = {
  entities: [StoredEvent, StoredDigest, RemovedDay],
  migrations: [CreateAudit1764200000002, RemoveOldDays1764200000003],
};
