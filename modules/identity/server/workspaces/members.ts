import type { PageInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { type Page } from 'svc-registry/kernel';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { MemberView } from '../../contract/dto/member.js';
import { isUuid } from '../../contract/name-rules.js';
import { emailKey } from '../accounts/email.js';
import { OrganizationMember, User } from '../entities/people.js';
import { WorkspaceMember } from '../entities/workspaces.js';

type MemberScope = { readonly workspaceId: string } | { readonly organizationId: string };

function membersOf(manager: EntityManager, scope: MemberScope): SelectQueryBuilder<User> {
  const query = manager
    .createQueryBuilder(User, 'u')
    .select('u.id', 'userId')
    .addSelect('u.email', 'email')
    .addSelect('u.emailKey', 'key')
    .addSelect('m.role', 'role');
  const [entity, column] =
    'workspaceId' in scope
      ? ([WorkspaceMember, 'workspaceId'] as const)
      : ([OrganizationMember, 'organizationId'] as const);
  return query.innerJoin(entity, 'm', `m.userId = u.id AND m.${column} = :${column}`, scope);
}

/** A user by id or e-mail address. */
export async function findUser(manager: EntityManager, reference: string): Promise<User | null> {
  // PostgreSQL reports an error for NUL instead of finding nothing
  if (reference.includes('\0')) return null;
  const where = isUuid(reference)
    ? { id: reference.toLowerCase() }
    : { emailKey: emailKey(reference) };
  return manager.findOneBy(User, where);
}

/** Reads the members of organizations and workspaces. */
@injectable()
export class Members {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** Sorted by e-mail address. */
  async pageFor(scope: MemberScope, input: PageInput): Promise<Page<MemberView>> {
    const page = keyPage(input);
    const query = membersOf(this.database.manager, scope);
    const rows = await onPage(query, page, { column: 'u.emailKey' }).getRawMany<
      MemberView & { key: string }
    >();
    const { data, ...cursors } = pageOf(page, rows, ({ key }) => key);
    return { ...cursors, data: data.map(({ userId, email, role }) => ({ userId, email, role })) };
  }
}
