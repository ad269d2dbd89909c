import type { AuditDigest, AuditEvent, AuditExportEnd } from '../contract/events.js';
import type { StoredDigest, StoredEvent } from './entities.js';

/** The order of the fields is part of the export format: digests are computed from these lines. */
export function viewOf(row: StoredEvent): AuditEvent {
  const {
    id,
    at,
    operation,
    outcome,
    address,
    userAgent,
    surface,
    request,
    objectKind,
    objectName,
  } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    operation,
    object:
      objectKind === null || objectName === null
        ? null
        : { kind: objectKind, id: row.objectId, name: objectName },
    outcome,
    address,
    userAgent,
    surface,
    request,
  };
}

export const lineOf = (row: StoredEvent): string => JSON.stringify(viewOf(row));

export function digestView({ day, events, previous, digest, removal }: StoredDigest): AuditDigest {
  return { day, events, previous, digest, removedAt: removal?.removedAt.toISOString() ?? null };
}

export const digestLine = (row: StoredDigest): string => JSON.stringify(digestView(row));

export const endLine = (end: AuditExportEnd): string => JSON.stringify(end);
