import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { lockRows } from '../../../persistence/contract/db.js';
import { User } from '../entities/people.js';

/*
 * Starting a session takes a shared lock on the account; ending all its sessions takes an exclusive one. Otherwise a
 * session begun with the old password could outlive the change of the password.
 */
const account = (manager: EntityManager, id: string): SelectQueryBuilder<User> =>
  manager.createQueryBuilder(User, 'u').where('u.id = :id', { id });

/** Reads the account with a shared lock: it does not change until the unit ends. */
export function holdAccount(manager: EntityManager, id: string): Promise<User | null> {
  return lockRows(account(manager, id), 'pessimistic_read').getOne();
}

/** Locks the account exclusively: waits for units that hold it, and blocks others until this unit ends. */
export async function lockAccount(manager: EntityManager, id: string): Promise<void> {
  await lockRows(account(manager, id), 'for_no_key_update').getOne();
}
