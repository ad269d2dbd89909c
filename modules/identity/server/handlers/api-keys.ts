import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  notFound,
  type Context,
  type Handler,
  type HostInfo,
  type Page,
} from 'svc-registry/kernel';
import { IsNull } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type {
  ApiKeyRef,
  ApiKeyView,
  CreateApiKeyInput,
  CreatedApiKey,
  ListApiKeysInput,
} from '../../contract/dto/api-key.js';
import { createApiKey } from '../../contract/operations/api-keys.js';
import { PresentRights } from '../access/present-rights.js';
import { refuseHigherRole } from '../access/principal.js';
import { TokenCache } from '../access/token-cache.js';
import { ApiKey } from '../entities/tokens.js';
import { ApiKeys, type KeyScope } from '../keys/api-keys.js';
import { withUniqueName } from '../name-taken.js';
import { newToken, obfuscate, storedToken } from '../token.js';
import { holdWorkspace } from '../workspaces/hold-workspace.js';
import { targetOf } from './target.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_EXPIRY = '30d';

function scopeOf(context: Context): KeyScope {
  const { workspaceId, organizationId } = targetOf(context);
  if (organizationId === undefined)
    throw new Error('The scope of an API key belongs to an organization.');
  return { workspaceId: workspaceId ?? null, organizationId };
}

function expiryOf(expires: string, now: Date): Date | null {
  return expires === 'never'
    ? null
    : new Date(now.getTime() + Number.parseInt(expires, 10) * DAY_MS);
}

@injectable()
export class CreateApiKeyHandler implements Handler<CreateApiKeyInput, CreatedApiKey> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(ApiKeys) private readonly apiKeys: ApiKeys,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    { name, role = 'publisher', expires = DEFAULT_EXPIRY }: CreateApiKeyInput,
    context: Context,
  ): Promise<CreatedApiKey> {
    const scope = scopeOf(context);
    const [id, value, createdAt] = [randomUUID(), newToken('key'), this.host.clock()];
    const row = {
      ...storedToken(value),
      ...scope,
      id,
      name,
      role,
      obfuscatedValue: obfuscate(value),
      createdBy: context.caller.id ?? '',
      createdAt,
      expiresAt: expiryOf(expires, createdAt),
      revokedAt: null,
    };
    context.auditSubject?.({ kind: 'key', id, name });
    await withUniqueName({ kind: 'API key', name }, () =>
      this.unitOfWork.run(async (manager) => {
        const principal = await this.rights.lock(manager, createApiKey, context);
        refuseHigherRole(principal, role, targetOf(context));
        if (scope.workspaceId !== null) await holdWorkspace(manager, scope.workspaceId);
        await manager.insert(ApiKey, row);
      }),
    );
    const view = await this.apiKeys.view(id);
    if (view === null) throw new Error('A new API key must be readable.');
    return Object.assign(view, { value });
  }
}

@injectable()
export class ListApiKeysHandler implements Handler<ListApiKeysInput, Page<ApiKeyView>> {
  constructor(@inject(ApiKeys) private readonly apiKeys: ApiKeys) {}

  run(input: ListApiKeysInput, context: Context): Promise<Page<ApiKeyView>> {
    return this.apiKeys.pageFor(scopeOf(context), input);
  }
}

/** Revoked keys stay as rows, so that their use is answered with "revoked". */
@injectable()
export class DeleteApiKeyHandler implements Handler<ApiKeyRef, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  async run({ id }: ApiKeyRef): Promise<void> {
    const revokedAt = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const { affected } = await manager.update(
        ApiKey,
        { id: id.toLowerCase(), revokedAt: IsNull() },
        { revokedAt },
      );
      if (affected !== 1) throw notFound({ kind: 'key', id });
      this.tokens.clearAfterCommit();
    });
  }
}
