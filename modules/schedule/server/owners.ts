import { denied, type Caller } from 'svc-registry/kernel';
import type { Schedule } from './schedule.entity.js';

export type Owner = Pick<Schedule, 'ownerKind' | 'ownerId' | 'ownerLabel'>;

/** The columns of whose rights count from now on. */
export function ownerOf({ kind, id, label }: Caller): Owner {
  // the operation's permission is held by members and by keys of the workspace only
  if ((kind !== 'user' && kind !== 'key') || id === null)
    throw denied({ permission: 'schedule:edit' });
  return { ownerKind: kind, ownerId: id, ownerLabel: label };
}
