import type { EntityManager } from 'typeorm';
import { User } from '../entities/people.js';

/*
 * Code that starts a session holds the account; code that ends all its sessions locks it. Otherwise a session begun with the old
 * password could outlive the change of the password. On SQLite units run one at a time anyway.
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

/** The account as it stays until the unit ends; any number of units may hold it. */
export function holdAccount(manager: EntityManager, id: string): Promise<User | null> {
  return readAndKeep(manager, id, 'hold');
}

/** The account once no unit holds it any more; until this one ends, none will. */
export function lockAccount(manager: EntityManager, id: string): Promise<User | null> {
  return readAndKeep(manager, id, 'lock');
}
