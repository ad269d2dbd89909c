import { inject, injectable } from 'tsyringe';
import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { IsNull } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { apiKeyLegacy, tokenExpired, tokenRevoked, tokenUnknown } from '../../contract/errors.js';
import { endOf } from '../accounts/session-life.js';
import { SessionUse } from '../accounts/session-use.js';
import { User } from '../entities/people.js';
import { ApiKey, findByToken, type SessionKind } from '../entities/tokens.js';
import { expiresSoon } from '../keys/expiry.js';
import { isLegacyKey, sameHash, storedToken, tokenKind } from '../token.js';
import { type TokenHolder, TokenCache } from './token-cache.js';
import { tokenOfPage } from './page-credential.js';
import { findMembershipRows, findSessionRows, type SessionRow } from './principal-queries.js';
import {
  anonymousPrincipal,
  principalOfKey,
  principalOfUser,
  systemPrincipal,
  type Principal,
} from './principal.js';

export const anonymous: Caller = { kind: 'anonymous', id: null, label: 'anonymous' };

/** Finds the caller that a token belongs to, and each caller's roles. */
@injectable()
export class Principals {
  /** Principals of authenticated callers. They are not a property of the caller, because callers are logged. */
  private readonly known = new WeakMap<Caller, Principal>();

  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(TokenCache) private readonly tokens: TokenCache,
    @inject(SessionUse) private readonly use: SessionUse,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Runs at most one statement, and none for a cached token. Throws an error with status 401 for every invalid token. */
  async authenticate(token: string | undefined): Promise<Caller> {
    if (token === undefined || token === '') return anonymous;
    if (isLegacyKey(token)) throw apiKeyLegacy();
    const page = tokenOfPage(token);
    if (page !== undefined) return this.tokens.caller(page, () => this.findSession(page, 'page'));
    switch (tokenKind(token)) {
      case 'session':
        return this.tokens.caller(token, () => this.findSession(token, 'program'));
      case 'key':
        return this.tokens.caller(token, () => this.findKey(token));
      default:
        throw tokenUnknown();
    }
  }

  /** The caller's roles. They are read from the database if the caller was not authenticated by a token. */
  async of(caller: Caller): Promise<Principal> {
    const known = this.known.get(caller);
    if (known !== undefined) return known;
    const principal = await this.load(caller);
    this.known.set(caller, principal);
    return principal;
  }

  /** The user or the key of an id; `null` for a key that has ended. */
  async find(kind: 'user' | 'key', id: string): Promise<Caller | null> {
    if (kind === 'user') {
      const user = await this.database.manager.findOneBy(User, { id });
      return user === null ? null : { kind, id, label: user.email };
    }
    const key = await this.database.manager.findOneBy(ApiKey, { id, revokedAt: IsNull() });
    const ended = key?.expiresAt != null && key.expiresAt <= this.host.clock();
    return key === null || ended ? null : { kind, id, label: key.name };
  }

  private async findSession(token: string, kind: SessionKind): Promise<TokenHolder> {
    const { tokenLookup, tokenHash } = storedToken(token);
    const found = await findSessionRows(this.database.manager, tokenLookup);
    const rows = found.filter((row) => sameHash(row.tokenHash, tokenHash) && row.kind === kind);
    const [first] = rows;
    if (first === undefined) throw tokenUnknown();
    const endsAt = this.refuseEnded(first);
    const caller: Caller = { kind: 'user', id: first.userId, label: first.email };
    this.known.set(caller, principalOfUser(first.userId, rows, { id: first.sessionId, kind }));
    return { caller, endsAt };
  }

  private refuseEnded({ sessionId, kind, ...row }: SessionRow): Date {
    const lastUsedAt = new Date(row.lastUsedAt ?? row.createdAt);
    const endsAt = endOf({ kind, lastUsedAt, expiresAt: new Date(row.expiresAt) });
    this.refuseExpired('session', endsAt);
    this.use.record(sessionId, lastUsedAt);
    return endsAt;
  }

  private async findKey(token: string): Promise<TokenHolder> {
    const key = await findByToken(this.database.manager, ApiKey, token);
    if (key === undefined) throw tokenUnknown();
    if (key.revokedAt !== null) throw tokenRevoked({ what: 'API key' });
    if (key.expiresAt !== null) this.refuseExpired('API key', key.expiresAt);
    const notice = this.expiryNotice(key);
    const caller: Caller = {
      kind: 'key',
      id: key.id,
      label: key.name,
      ...(notice !== undefined && { notice }),
    };
    this.known.set(caller, principalOfKey(key));
    return { caller, endsAt: key.expiresAt ?? undefined };
  }

  private expiryNotice({ name, expiresAt }: ApiKey): string | undefined {
    if (expiresAt === null || !expiresSoon(expiresAt, this.host.clock())) return undefined;
    return `The API key "${name}" expires on ${expiresAt.toISOString().slice(0, 10)}; create another one with \`svc api-key create\`.`;
  }

  private refuseExpired(what: string, at: Date): void {
    if (at <= this.host.clock()) throw tokenExpired({ what, at: at.toISOString() });
  }

  private async load({ kind, id }: Caller): Promise<Principal> {
    if (kind === 'system') return systemPrincipal;
    if (kind === 'anonymous' || id === null) return anonymousPrincipal;
    if (kind === 'user')
      return principalOfUser(id, await findMembershipRows(this.database.manager, id));
    const key = await this.database.manager.findOneBy(ApiKey, { id });
    return key === null ? anonymousPrincipal : principalOfKey(key);
  }
}
