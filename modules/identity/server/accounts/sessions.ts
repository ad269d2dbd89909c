import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, staleState, type HostInfo } from 'svc-registry/kernel';
import { In, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { SessionGrant, UserView } from '../../contract/dto/sign-in.js';
import { belongsNowhere } from '../../contract/errors.js';
import { TokenCache } from '../access/token-cache.js';
import { withdrawApprovals } from '../device/transitions.js';
import { OrganizationMember, type User } from '../entities/people.js';
import { Session, type SessionKind } from '../entities/tokens.js';
import { newToken, storedToken } from '../token.js';
import { lockAccount } from './hold-account.js';
import { wholeLife } from './session-life.js';

/** How and where a session was started. */
export interface SessionOrigin {
  readonly kind: SessionKind;
  /** The name that the client gives itself. */
  readonly client?: string | undefined;
  /** The client's network address. */
  readonly address?: string | undefined;
}

export function viewOfUser({ id, email, createdAt }: User): UserView {
  return { id, email, createdAt: createdAt.toISOString() };
}

/** Limits the rows of a script that signs in on each run. */
const MAX_SESSIONS_PER_USER = 100;

const tokenKinds = { program: 'session', page: 'page' } as const;

@injectable()
export class Sessions {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  /** Throws `belongs_nowhere`. */
  async start(
    manager: EntityManager,
    user: User,
    { kind, client, address }: SessionOrigin = { kind: 'program' },
  ): Promise<SessionGrant> {
    if (!(await manager.existsBy(OrganizationMember, { userId: user.id }))) throw belongsNowhere();
    await this.endLeastRecentlyUsed(manager, user.id);
    const createdAt = this.host.clock();
    const expiresAt = new Date(createdAt.getTime() + wholeLife(kind));
    const token = newToken(tokenKinds[kind]);
    await manager.insert(Session, {
      ...storedToken(token),
      id: randomUUID(),
      userId: user.id,
      kind,
      client: client ?? null,
      address: address ?? null,
      lastUsedAt: null,
      createdAt,
      expiresAt,
    });
    return { token, expiresAt: expiresAt.toISOString(), user: viewOfUser(user) };
  }

  /** Gives the session a new token and returns it; the previous token stops working. */
  async renew(manager: EntityManager, sessionId: string): Promise<string> {
    const { kind } = await manager.findOneByOrFail(Session, { id: sessionId });
    const token = newToken(tokenKinds[kind]);
    const { affected } = await manager.update(Session, { id: sessionId }, storedToken(token));
    if (affected !== 1) throw staleState({ kind: 'session', id: sessionId });
    this.tokens.clearAfterCommit();
    return token;
  }

  /** Returns the number of sessions ended. */
  async end(manager: EntityManager, which: FindOptionsWhere<Session>): Promise<number> {
    this.tokens.clearAfterCommit();
    const { affected } = await manager.delete(Session, which);
    return affected ?? 0;
  }

  /** Ends all sessions of a user except `keep`; returns how many. The account is locked, so that no concurrent sign-in leaves a session behind. */
  async endAll(manager: EntityManager, userId: string, keep?: string): Promise<number> {
    await lockAccount(manager, userId);
    await withdrawApprovals(manager, userId);
    return this.end(manager, { userId, ...(keep !== undefined && { id: Not(keep) }) });
  }

  private async endLeastRecentlyUsed(manager: EntityManager, userId: string): Promise<void> {
    const rows = await manager
      .createQueryBuilder(Session, 's')
      .select('s.id', 'id')
      .where('s.userId = :userId', { userId })
      .orderBy('COALESCE(s.lastUsedAt, s.createdAt)', 'DESC')
      .offset(MAX_SESSIONS_PER_USER - 1)
      .getRawMany<{ id: string }>();
    if (rows.length > 0) await this.end(manager, { id: In(rows.map(({ id }) => id)) });
  }
}
