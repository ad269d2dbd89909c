import type { AuditDigest, AuditEvent } from '../contract/events.js';
import type { StoredDigest, StoredEvent } from './entities.js';

/** The order of the fields is part of the export's format: digests are made of these lines. */
export function viewOf(row: StoredEvent): AuditEvent {
  const { id, at, operation, outcome, address, userAgent, surface, request, objectKind, objectName } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    operation,
    object: objectKind === null || objectName === null ? null : { kind: objectKind, id: row.objectId, name: objectName },
    ...{ outcome, address, userAgent, surface, request },
  };
}

export const lineOf = (row: StoredEvent): string => JSON.stringify(viewOf(row));

export const digestView = ({ day, events, previous, digest }: StoredDigest): AuditDigest => ({ day, events, previous, digest });
