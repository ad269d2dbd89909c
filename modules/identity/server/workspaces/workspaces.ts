import { inject, injectable } from 'tsyringe';
import { type Page } from 'svc-registry/kernel';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ListWorkspacesInput, WorkspaceView } from '../../contract/dto/workspace.js';
import { isName, isUuid } from '../../contract/name-rules.js';
import { roleIn, type Principal } from '../access/principal.js';
import { Organization } from '../entities/people.js';
import { Workspace } from '../entities/workspaces.js';
import { selectFields } from '../select-fields.js';

const FIELDS = [
  'id',
  'name',
  'organizationId',
  'orgDefaultRole',
  'createdAt',
  'archivedAt',
  'archivedReason',
] as const;

/** A workspace with the name of its organization. */
export type WorkspaceRecord = Readonly<Pick<Workspace, (typeof FIELDS)[number]>> & {
  readonly organization: string;
};

type RawRecord = Omit<WorkspaceRecord, 'createdAt' | 'archivedAt'> & {
  readonly createdAt: string | Date;
  readonly archivedAt: string | Date | null;
};

const toRecord = (row: RawRecord): WorkspaceRecord => ({
  ...row,
  createdAt: new Date(row.createdAt),
  archivedAt: row.archivedAt === null ? null : new Date(row.archivedAt),
});

function records(manager: EntityManager): SelectQueryBuilder<Workspace> {
  const query = manager
    .createQueryBuilder(Workspace, 'w')
    .select('o.name', 'organization')
    .innerJoin(Organization, 'o', 'o.id = w.organizationId');
  return selectFields(query, 'w', FIELDS);
}

/** `acme`, `<id>`, or `<organization>/acme`; `undefined` for text that no workspace name can have. */
function conditionOf(reference: string): { where: string; values: ObjectLiteral } | undefined {
  if (isUuid(reference)) return { where: 'w.id = :id', values: { id: reference.toLowerCase() } };
  const parts = reference.split('/');
  if (parts.length > 2 || !parts.every(isName)) return undefined;
  const [first, second] = parts;
  if (second === undefined) return { where: 'w.name = :name', values: { name: first } };
  return {
    where: 'w.name = :name AND o.name = :organization',
    values: { name: second, organization: first },
  };
}

/** Text that is neither a name nor an id cannot match, so no query is needed. */
function possible({ name, org }: ListWorkspacesInput): boolean {
  return (name === undefined || isName(name)) && (org === undefined || isName(org) || isUuid(org));
}

function narrowed(
  query: SelectQueryBuilder<Workspace>,
  { name, org, includeArchived }: ListWorkspacesInput,
): SelectQueryBuilder<Workspace> {
  if (name !== undefined) query.andWhere('w.name = :name', { name });
  if (org !== undefined && isUuid(org)) query.andWhere('o.id = :org', { org: org.toLowerCase() });
  else if (org !== undefined) query.andWhere('o.name = :org', { org });
  if (includeArchived !== true) query.andWhere('w.archivedAt IS NULL');
  return query;
}

export function viewOfWorkspace(record: WorkspaceRecord, principal: Principal): WorkspaceView {
  const { id, organizationId, createdAt, archivedAt } = record;
  return {
    ...record,
    role: roleIn(principal, id, organizationId) ?? null,
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}

/** Reads workspaces. */
@injectable()
export class Workspaces {
  /** A cache is safe: a workspace never changes its organization, and ids are never reused. */
  private readonly organizations = new Map<string, string>();

  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async find(reference: string): Promise<WorkspaceRecord | null> {
    const condition = conditionOf(reference);
    if (condition === undefined) return null;
    const row = await records(this.database.manager)
      .where(condition.where, condition.values)
      .getRawOne<RawRecord>();
    return row === undefined ? null : toRecord(row);
  }

  async organizationOf(workspaceId: string): Promise<string | undefined> {
    const known =
      this.organizations.get(workspaceId) ?? (await this.find(workspaceId))?.organizationId;
    if (known !== undefined) this.organizations.set(workspaceId, known);
    return known;
  }

  /** Ids of the workspaces in which the principal has a role. */
  async idsFor({ workspaces, organizationWide }: Principal): Promise<readonly string[]> {
    const ids = new Set(workspaces.keys());
    if (organizationWide.size > 0) {
      const organizations = [...organizationWide.keys()];
      const query = this.database.manager.createQueryBuilder(Workspace, 'w').select('w.id', 'id');
      const rows = await query
        .where('w.organizationId IN (:...organizations)', { organizations })
        .getRawMany<{ id: string }>();
      for (const { id } of rows) ids.add(id);
    }
    return [...ids];
  }

  /** The principal's workspaces by name. */
  async pageFor(principal: Principal, input: ListWorkspacesInput): Promise<Page<WorkspaceView>> {
    const page = keyPage(input);
    const ids = await this.idsFor(principal);
    if (ids.length === 0 || !possible(input)) return { data: [], next: null, prev: null };
    const query = narrowed(
      records(this.database.manager).where('w.id IN (:...ids)', { ids }),
      input,
    );
    const rows = await onPage(query, page, { column: 'w.name' }).getRawMany<RawRecord>();
    const { data, ...cursors } = pageOf(page, rows.map(toRecord), ({ name }) => name);
    return { ...cursors, data: data.map((record) => viewOfWorkspace(record, principal)) };
  }
}
