import { CreateBilling1764900000001 } from './create-billing.js';
import { Account, LedgerEntry } from './entities.js';

export const entities = [Account, LedgerEntry];
export const migrations = [CreateBilling1764900000001];
