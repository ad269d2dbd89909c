import type { EntityManager } from 'typeorm';
import { User } from '../entities/people.js';

/** The page where the first administrator sets up a new server; unavailable once there are accounts. */
export const FIRST_RUN_PATH = '/first-run';

export async function hasAccounts(manager: EntityManager): Promise<boolean> {
  const [anyone] = await manager.find(User, { take: 1 });
  return anyone !== undefined;
}
