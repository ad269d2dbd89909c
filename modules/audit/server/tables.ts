import type { Tables } from '../../persistence/contract/db.js';
import { StoredDigest, StoredEvent } from './entities.js';
import { CreateAudit1764200000002 } from './migrations/create-audit-1764200000002.js';

export const tables: Tables = { entities: [StoredEvent, StoredDigest], migrations: [CreateAudit1764200000002] };
