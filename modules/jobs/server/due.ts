import { latestEnd, type ReadDatabase } from '../../persistence/contract/db.js';
import type { Kind } from './kinds.js';

/**
 * What may begin now. Without a first attempt a run always may, because only retries are delayed; other times in the future
 * were written while the clock was ahead.
 */
const DUE = `(r.availableAt <= :now OR (r.availableAt > :ahead AND r.startedAt IS NULL)
  OR (r.deadlineAt > :farAhead AND r.startedAt IS NOT NULL))`;

/** Ids of so many queued runs of a kind that may begin now, in the order in which they became available. */
export async function dueRuns(
  { manager }: ReadDatabase,
  { entity, settings }: Kind,
  { now, rows }: { readonly now: Date; readonly rows: number },
): Promise<string[]> {
  const runs = await manager
    .createQueryBuilder(entity, 'r')
    .select(['r.id', 'r.availableAt'])
    // the state stands outside of the alternatives: so the index gives the rows in their order
    .where(`r.state = 'queued' AND ${DUE}`, {
      now: now.toISOString(),
      ahead: latestEnd(now, 0).toISOString(),
      farAhead: latestEnd(now, settings.timeLimitSeconds * 1000).toISOString(),
    })
    .orderBy('r.availableAt')
    .take(rows)
    .getMany();
  return runs.map(({ id }) => id);
}
