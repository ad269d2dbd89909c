import type { EntityManager } from 'typeorm';
import { lockRows, transition } from '../../../persistence/contract/db.js';
import {
  deviceSignInMachine,
  type DeviceSignInEvent,
} from '../../contract/device-sign-in.machine.js';
import { DeviceSignIn } from '../entities/device-sign-ins.js';

interface Change {
  readonly event: DeviceSignInEvent;
  readonly set?: Partial<DeviceSignIn>;
}

/** Moves a sign-in to its next state. */
export async function applyEvent(
  manager: EntityManager,
  { id }: DeviceSignIn,
  change: Change,
): Promise<void> {
  await transition(manager, {
    entity: DeviceSignIn,
    id,
    machine: deviceSignInMachine,
    ...change,
  });
}

/** Withdraws approvals of the user for which no program has fetched its session yet. */
export async function withdrawApprovals(manager: EntityManager, userId: string): Promise<void> {
  const query = manager
    .createQueryBuilder(DeviceSignIn, 'd')
    .where("d.userId = :userId AND d.state = 'approved'", { userId });
  // waits for a program that is fetching its session; that session then ends with the others
  for (const row of await lockRows(query, 'pessimistic_write').getMany())
    await applyEvent(manager, row, { event: 'withdrawn' });
}
