import type { Caller } from 'svc-registry/kernel';
import type { WorkspaceDirectory } from './access.js';

/** The person or API key with this id, where only the id is stored; `null` when it no longer exists. */
export async function callerOf(
  directory: Pick<WorkspaceDirectory, 'findCaller'>,
  id: string,
): Promise<Caller | null> {
  return (await directory.findCaller('user', id)) ?? directory.findCaller('key', id);
}
