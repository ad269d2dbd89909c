import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, staleState, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import type { SessionGrant, UserView } from '../../contract/dto/sign-in.js';
import type { User } from '../entities/people.js';
import { Session, type SessionKind } from '../entities/tokens.js';
import { newToken, storedToken } from '../token.js';
import { wholeLife } from './session-life.js';

/** What a session begins with. */
export interface SessionOrigin {
  readonly kind: SessionKind;
  /** What signs in, as it calls itself. */
  readonly client?: string | undefined;
  /** Network address that the sign-in comes from. */
  readonly address?: string | undefined;
}

export function viewOfUser({ id, email, createdAt }: User): UserView {
  return { id, email, createdAt: createdAt.toISOString() };
}

const tokenKinds = { program: 'session', page: 'page' } as const;

/** Starts and ends sessions. */
@injectable()
export class Sessions {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async start(manager: EntityManager, user: User, { kind, client, address }: SessionOrigin = { kind: 'program' }): Promise<SessionGrant> {
    const createdAt = this.host.clock();
    const expiresAt = new Date(createdAt.getTime() + wholeLife(kind));
    const token = newToken(tokenKinds[kind]);
    const about = { kind, client: client ?? null, address: address ?? null, lastUsedAt: null };
    await manager.insert(Session, { ...storedToken(token), ...about, id: randomUUID(), userId: user.id, createdAt, expiresAt });
    return { token, expiresAt: expiresAt.toISOString(), user: viewOfUser(user) };
  }

  /** The same session under a new token; the one before is unknown from then on. Answers the new token. */
  async renew(manager: EntityManager, sessionId: string): Promise<string> {
    const { kind } = await manager.findOneByOrFail(Session, { id: sessionId });
    const token = newToken(tokenKinds[kind]);
    const { affected } = await manager.update(Session, { id: sessionId }, storedToken(token));
    if (affected !== 1) throw staleState({ kind: 'session', id: sessionId });
    return token;
  }

  async end(manager: EntityManager, sessionId: string): Promise<void> {
    await manager.delete(Session, { id: sessionId });
  }

  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Session, { userId });
  }
}

export const sessionsKey = serviceKey<Sessions>('identity.sessions');
