import type { EntityManager } from 'typeorm';
import { transition } from '../../../persistence/contract/db.js';
import { deviceSignInMachine } from '../../contract/device-sign-in.machine.js';
import { DeviceSignIn } from '../entities/device-sign-ins.js';
import { lockRows } from '../row-lock.js';

/** Withdraws approvals of the user for which no program has fetched its session yet. */
export async function withdrawApprovals(manager: EntityManager, userId: string): Promise<void> {
  const query = manager
    .createQueryBuilder(DeviceSignIn, 'd')
    .where("d.userId = :userId AND d.state = 'approved'", { userId });
  // waits for a program that is fetching its session; that session then ends with the others
  for (const { id } of await lockRows(query, 'pessimistic_write').getMany())
    await transition(manager, {
      entity: DeviceSignIn,
      id,
      machine: deviceSignInMachine,
      event: 'withdrawn',
    });
}
