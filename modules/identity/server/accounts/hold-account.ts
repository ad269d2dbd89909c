import type { EntityManager } from 'typeorm';
import { User } from '../entities/people.js';

/*
 * Starting a session takes a shared lock on the account; ending all its sessions takes an exclusive one. Otherwise a
 * session begun with the old password could outlive the change of the password. On SQLite units run one at a time
 * anyway.
 */
const locks = { hold: 'pessimistic_read', lock: 'for_no_key_update' } as const;

function readAndKeep(
  manager: EntityManager,
  id: string,
  how: keyof typeof locks,
): Promise<User | null> {
  const query = manager.createQueryBuilder(User, 'u').where('u.id = :id', { id });
  if (manager.connection.options.type === 'postgres') query.setLock(locks[how]);
  return query.getOne();
}

/** Reads the account with a shared lock: it does not change until the unit ends. */
export function holdAccount(manager: EntityManager, id: string): Promise<User | null> {
  return readAndKeep(manager, id, 'hold');
}

/** Reads the account with an exclusive lock: waits for units that hold it, and blocks others until this unit ends. */
export function lockAccount(manager: EntityManager, id: string): Promise<User | null> {
  return readAndKeep(manager, id, 'lock');
}
