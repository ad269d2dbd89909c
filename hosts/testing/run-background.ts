import { LessThanOrEqual } from 'typeorm';
import { hostKey } from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';
import { Kinds } from '../../modules/jobs/server/kinds.js';
import { Performer } from '../../modules/jobs/server/worker/performer.js';
import { readDatabaseKey } from '../../modules/persistence/contract/db.js';

/** Works on the runs that are due, one after the other, until none is left; answers the number of attempts. */
export async function runBackground(server: Kernel): Promise<number> {
  const services = await server.services('jobs');
  const [kinds, performer] = [services.get(Kinds), services.get(Performer)];
  const [{ manager }, { clock }] = [services.get(readDatabaseKey), services.get(hostKey)];
  // a run that cannot be claimed stays as it is, and is not tried again
  const tried = new Set<string>();
  const next = async () => {
    for (const { id: kind, entity } of await kinds.all()) {
      const where = { state: 'queued', availableAt: LessThanOrEqual(clock()) } as const;
      const due = await manager.find(entity, { where, order: { createdAt: 'ASC' } });
      const run = due.find(({ id, version }) => !tried.has(`${id} ${version}`));
      if (run !== undefined) return { kind, run };
    }
    return undefined;
  };
  for (let found = await next(); found !== undefined; found = await next()) {
    const { kind, run } = found;
    tried.add(`${run.id} ${run.version}`);
    await performer.take({ kind, id: run.id });
  }
  return tried.size;
}
