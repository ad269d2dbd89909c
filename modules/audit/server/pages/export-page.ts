import type { Page, PageRequest } from '../../../web/contract/index.js';
import { exportAuditEvents } from '../../contract/operations.js';
import { filterIn, timesOf } from './audit-filter.js';

/** The audit log of an organization as a file. */
export class ExportPage implements Page<'organization'> {
  get({ params: { organization }, query, invoke }: PageRequest<'organization'>) {
    return invoke(exportAuditEvents, { organization, ...timesOf(filterIn(query)) });
  }
}
