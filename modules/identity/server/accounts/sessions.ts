import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { LessThan, type EntityManager } from 'typeorm';
import type { SessionGrant, UserView } from '../../contract/dto/sign-in.js';
import type { User } from '../entities/people.js';
import { Session } from '../entities/tokens.js';
import { newToken, storedToken } from '../token.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 30 * DAY_MS;
/** How long an expired session is still called expired and not unknown. */
const REMEMBERED_MS = 7 * DAY_MS;

export function viewOfUser({ id, email, createdAt }: User): UserView {
  return { id, email, createdAt: createdAt.toISOString() };
}

/** Starts and ends sessions. */
@injectable()
export class Sessions {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async start(manager: EntityManager, user: User): Promise<SessionGrant> {
    const now = this.host.clock();
    await manager.delete(Session, { userId: user.id, expiresAt: LessThan(new Date(now.getTime() - REMEMBERED_MS)) });
    const token = newToken('session');
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await manager.insert(Session, { id: randomUUID(), userId: user.id, ...storedToken(token), createdAt: now, expiresAt });
    return { token, expiresAt: expiresAt.toISOString(), user: viewOfUser(user) };
  }

  async end(manager: EntityManager, sessionId: string): Promise<void> {
    await manager.delete(Session, { id: sessionId });
  }

  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Session, { userId });
  }
}

export const sessionsKey = serviceKey<Sessions>('identity.sessions');
