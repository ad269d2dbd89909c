import type { PageInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo, type Page } from 'svc-registry/kernel';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ApiKeyView } from '../../contract/dto/api-key.js';
import { Organization } from '../entities/people.js';
import { ApiKey } from '../entities/tokens.js';
import { Workspace } from '../entities/workspaces.js';
import { selectFields } from '../select-fields.js';
import { expiresSoon } from './expiry.js';

/** The scope of a key: a workspace, or its organization as a whole. */
export interface KeyScope {
  readonly workspaceId: string | null;
  readonly organizationId: string;
}

type RawKey = Omit<ApiKeyView, 'createdAt' | 'expiresAt' | 'expiresSoon'> & {
  readonly createdAt: string | Date;
  readonly expiresAt: string | Date | null;
};

const FIELDS = [
  'id',
  'name',
  'workspaceId',
  'organizationId',
  'role',
  'obfuscatedValue',
  'createdAt',
  'expiresAt',
] as const;

function keys(manager: EntityManager): SelectQueryBuilder<ApiKey> {
  const query = manager
    .createQueryBuilder(ApiKey, 'k')
    .select('o.name', 'organization')
    .addSelect('w.name', 'workspace');
  return selectFields(query, 'k', FIELDS)
    .innerJoin(Organization, 'o', 'o.id = k.organizationId')
    .leftJoin(Workspace, 'w', 'w.id = k.workspaceId')
    .where('k.revokedAt IS NULL');
}

/** Reads API keys, but never their values. */
@injectable()
export class ApiKeys {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async view(id: string): Promise<ApiKeyView | null> {
    const row = await keys(this.database.manager)
      .andWhere('k.id = :id', { id })
      .getRawOne<RawKey>();
    return row === undefined ? null : this.toView(row);
  }

  /** The keys of one scope, by name. */
  async pageFor(
    { workspaceId, organizationId }: KeyScope,
    input: PageInput,
  ): Promise<Page<ApiKeyView>> {
    const page = keyPage(input);
    const scope = workspaceId === null ? 'k.workspaceId IS NULL' : 'k.workspaceId = :workspaceId';
    const query = keys(this.database.manager).andWhere(
      `k.organizationId = :organizationId AND ${scope}`,
      { organizationId, workspaceId },
    );
    const rows = await onPage(query, page, { column: 'k.name' }).getRawMany<RawKey>();
    const { data, ...cursors } = pageOf(page, rows, ({ name }) => name);
    return { ...cursors, data: data.map((row) => this.toView(row)) };
  }

  private toView({ createdAt, expiresAt, ...rest }: RawKey): ApiKeyView {
    const end = expiresAt === null ? null : new Date(expiresAt);
    const soon = end !== null && expiresSoon(end, this.host.clock());
    return {
      ...rest,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: end?.toISOString() ?? null,
      expiresSoon: soon,
    };
  }
}
