import type { AuditDigest, AuditEvent } from '../contract/events.js';
import type { StoredDigest, StoredEvent } from './entities.js';

/** The order of the fields is part of the export format: digests are computed from these lines. */
export function viewOf(row: StoredEvent): AuditEvent {
  const { objectKind: kind, objectId, objectName: name } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    operation: row.operation,
    object: kind === null || name === null ? null : { kind, id: objectId, name },
    outcome: row.outcome,
    address: row.address,
    userAgent: row.userAgent,
    surface: row.surface,
    request: row.request,
  };
}

export const lineOf = (row: StoredEvent): string => JSON.stringify(viewOf(row));

export function digestView({ day, events, previous, digest, removal }: StoredDigest): AuditDigest {
  return { day, events, previous, digest, removedAt: removal?.removedAt.toISOString() ?? null };
}
