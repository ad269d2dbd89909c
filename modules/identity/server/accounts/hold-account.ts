import type { EntityManager } from 'typeorm';
import { signInFailed } from '../../contract/errors.js';
import { User } from '../entities/people.js';

/**
 * Keeps the account as it is until the unit ends; any number of units may. Throws `sign_in_failed` when its password has changed
 * since it was read: a session begun with the password of yesterday must not outlive its change.
 */
export async function holdAccount(manager: EntityManager, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>): Promise<void> {
  const query = manager.createQueryBuilder(User, 'u').where('u.id = :id', { id });
  // on SQLite no other unit runs meanwhile
  if (manager.connection.options.type === 'postgres') query.setLock('pessimistic_read');
  const user = await query.getOne();
  if (user === null || user.passwordHash !== passwordHash) throw signInFailed();
}
