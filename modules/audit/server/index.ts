import { defineFacet, provide } from 'svc-registry/kernel';
import { AuditLog, auditLogKey } from './audit-log.js';
import { DailyDigests, dailyDigestsKey } from './digests.js';
import { AuditExport, auditExportKey } from './export.js';
import { Retention, retentionKey } from './retention.js';

export default defineFacet({
  provides: [
    provide(auditLogKey, AuditLog),
    provide(auditExportKey, AuditExport),
    provide(dailyDigestsKey, DailyDigests),
    provide(retentionKey, Retention),
  ],
  onStart(services) {
    // an unusable setting stops the start
    services.get(retentionKey);
  },
});
