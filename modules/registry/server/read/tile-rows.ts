import type { TileSummary, VersionSummary } from '../../contract/located.js';
import type { StoredClearance } from '../entities/version.entity.js';
import type {
  ClearanceView,
  ModerationStatus,
  RuleEntry,
  SkillEntry,
  SteeringEntry,
} from '../../contract/version-view.js';

/** A plugin as the read side knows it. */
export interface TileRecord extends TileSummary {
  readonly workspaceName: string;
  readonly name: string;
  readonly description: string;
  readonly archivedAt: string | null;
  readonly archivedReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A version as the read side knows it. */
export interface VersionRecord extends VersionSummary {
  readonly sortKey: string;
  readonly description: string;
  readonly fingerprint: string;
  readonly archiveSha256: string;
  readonly archiveSize: number;
  readonly fileCount: number;
  readonly commit: string | null;
  readonly skills: SkillEntry[];
  readonly rules: RuleEntry[];
  readonly readme: string | null;
  readonly steering: SteeringEntry[] | null;
  readonly state: ModerationStatus;
  readonly moderationError: string | null;
  readonly clearance: ClearanceView | null;
  readonly publishedAt: string;
  readonly archivedAt: string | null;
  readonly archivedReason: string | null;
  /** Rises with every change of the facts that modules know of it. */
  readonly factsRevision: number;
}

export type Row = Readonly<Record<string, unknown>>;

const tileColumns = [
  'id',
  'workspace_id',
  'organization_id',
  'workspace_name',
  'name',
  'full_name',
  'description',
  'private',
  'archived_at',
  'archived_reason',
  'created_at',
  'updated_at',
];

const listedVersionColumns = [
  'id',
  'semver',
  'sort_key',
  'description',
  'fingerprint',
  'archive_sha256',
  'archive_size',
  'file_count',
  'commit',
  'skills',
  'rules',
  'state',
  'moderation_error',
  'clearance',
  'published_at',
  'archived_at',
  'archived_reason',
];

const selected = (table: string, names: readonly string[]): string =>
  names.map((name) => `${table}."${name}" AS "${table}_${name}"`).join(', ');

/** What a SELECT names to have a plugin (table `t`) read by `tileOf`. */
export const tileSelection = selected('t', tileColumns);
const factsRevision = `(SELECT r."revision" FROM "registry_fact_revisions" r WHERE r."version_id" = v."id") AS "v_facts_revision"`;
/** The same for a version (table `v`) and `versionOf`, without the inline texts. */
export const listedVersionSelection = `${selected('v', listedVersionColumns)}, ${factsRevision}`;
/** With the inline texts. */
export const versionSelection = `${listedVersionSelection}, ${selected('v', ['readme', 'steering'])}`;

// drivers differ: SQLite answers texts and 0/1, PostgreSQL dates, booleans and parsed JSON
export const instant = (value: unknown): string =>
  (value instanceof Date ? value : new Date(value as string)).toISOString();
const instantOrNull = (value: unknown): string | null => (value === null ? null : instant(value));
const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** What people see of a clearance. */
export function clearanceView(stored: StoredClearance | null): ClearanceView | null {
  if (stored === null) return null;
  const { clearedAt, reason, lifted, fingerprints = [] } = stored;
  return {
    clearedAt,
    reason,
    ...(lifted === null ? {} : { lifted }),
    ...(fingerprints.length === 0 ? {} : { fingerprints }),
  };
}

export function tileOf(row: Row): TileRecord {
  return {
    id: row['t_id'] as string,
    workspaceId: row['t_workspace_id'] as string,
    organizationId: row['t_organization_id'] as string,
    workspaceName: row['t_workspace_name'] as string,
    name: row['t_name'] as string,
    fullName: row['t_full_name'] as string,
    description: row['t_description'] as string,
    private: Boolean(row['t_private']),
    archivedAt: instantOrNull(row['t_archived_at']),
    archivedReason: row['t_archived_reason'] as string | null,
    createdAt: instant(row['t_created_at']),
    updatedAt: instant(row['t_updated_at']),
  };
}

/** `null` where an outer join found no version. */
export function versionOf(row: Row): VersionRecord | null {
  if (row['v_id'] === null) return null;
  return {
    id: row['v_id'] as string,
    semver: row['v_semver'] as string,
    sortKey: row['v_sort_key'] as string,
    description: row['v_description'] as string,
    fingerprint: row['v_fingerprint'] as string,
    archiveSha256: row['v_archive_sha256'] as string,
    archiveSize: row['v_archive_size'] as number,
    fileCount: row['v_file_count'] as number,
    commit: row['v_commit'] as string | null,
    skills: json(row['v_skills']) as SkillEntry[],
    rules: json(row['v_rules']) as RuleEntry[],
    readme: (row['v_readme'] ?? null) as string | null,
    steering: json(row['v_steering'] ?? null) as SteeringEntry[] | null,
    state: row['v_state'] as ModerationStatus,
    moderationError: row['v_moderation_error'] as string | null,
    clearance: clearanceView(json(row['v_clearance']) as StoredClearance | null),
    publishedAt: instant(row['v_published_at']),
    archivedAt: instantOrNull(row['v_archived_at']),
    archivedReason: row['v_archived_reason'] as string | null,
    factsRevision: (row['v_facts_revision'] ?? 0) as number,
  };
}
