import type { EntityManager } from 'typeorm';
import { transition } from '../../persistence/contract/db.js';
import type { RunEvent } from '../contract/run.machine.js';
import type { SeenRun } from './runs.js';

/** Takes the object that the run belongs to through what the event means to it. Errors: `not_found`, `wrong_state`. */
export async function drive(
  manager: EntityManager,
  { kind: { drives }, run }: SeenRun,
  event: RunEvent,
): Promise<void> {
  const caused = drives?.events[event];
  if (drives === undefined || caused === undefined) return;
  const { entity, machine } = drives;
  await transition(manager, { entity, machine, id: drives.idOf(run), event: caused });
}
