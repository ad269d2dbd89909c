import { defineFacet, provide } from 'svc-registry/kernel';
import { AuditLog, auditLogKey } from './audit-log.js';

export default defineFacet({ provides: [provide(auditLogKey, AuditLog)] });
