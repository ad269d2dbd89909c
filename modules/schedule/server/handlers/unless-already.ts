import type { ReadDatabase } from '../../../persistence/contract/db.js';
import type { ScheduleState } from '../../contract/schedule.machine.js';
import { Schedule } from '../schedule.entity.js';

/** Ignores the failure of a change of state that another call has made at the same moment. */
export async function unlessAlready(
  { manager }: ReadDatabase,
  wanted: { readonly id: string; readonly state: ScheduleState },
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(await manager.existsBy(Schedule, wanted))) throw error;
  }
}
