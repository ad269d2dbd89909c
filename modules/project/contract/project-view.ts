import {
  IsIn,
  IsInstant,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** A project: a repository, or a folder of one, that a workspace knows. */
export class ProjectView {
  @IsUUID() id!: string;
  @IsUUID() workspaceId!: string;
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Name within the workspace. */
  @IsString() name!: string;
  /** `<workspace>/<project>`, as `svc.json` names it. */
  @IsString() fullName!: string;
  /** What kind of source `sourceUri` names, such as `git`; `null` when the project is bound to none. */
  @Nullable() @IsString() sourceType!: string | null;
  /** Address of the source, without credentials. */
  @Nullable() @IsString() sourceUri!: string | null;
  /** Folder of the project within the source, with `/`; empty for all of it. */
  @Nullable() @IsString() repoSubpath!: string | null;
  /** Id of the user or API key that created it. */
  @Nullable() @IsUUID() createdBy!: string | null;
  @IsInstant() createdAt!: string;
  @IsInstant() updatedAt!: string;
}

/** How what a folder says about its project agrees with what the server knows. */
export const matchOutcomes = [
  'match',
  'locator_drift',
  'provenance_drift',
  'full_mismatch',
  'conflict',
] as const;
export type MatchOutcome = (typeof matchOutcomes)[number];

/** What would bring folder and server together again. */
export const repairActions = ['relink', 'update_source', 'update_name', 'create'] as const;
export type RepairAction = (typeof repairActions)[number];

/**
 * What the server knows under a name and under a source.
 * - `match`: one project has both, or has the name and nothing speaks against it.
 * - `locator_drift`: the source's project has another name.
 * - `provenance_drift`: the name's project has another source.
 * - `conflict`: name and source belong to two projects.
 * - `full_mismatch`: neither is known.
 */
export class ProjectMatch {
  @IsIn(matchOutcomes) outcome!: MatchOutcome;
  /** The project of that name. */
  @Nullable() @ValidateNested() @Type(() => ProjectView) byName!: ProjectView | null;
  /** The project of that source. */
  @Nullable() @ValidateNested() @Type(() => ProjectView) bySource!: ProjectView | null;
  /** What would mend it, likeliest first; empty on a match. */
  @IsIn(repairActions, { each: true }) allowedActions!: readonly RepairAction[];
}
