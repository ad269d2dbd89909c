import { IsIn, IsString, Nullable, Type, ValidateNested } from 'svc-registry/dto';
import {
  matchOutcomes,
  ProjectView,
  repairActions,
  type MatchOutcome,
  type RepairAction,
} from './project-view.js';

export const linkOutcomes = ['created', 'linked', 'unchanged'] as const;

/** A folder and its project. */
export class ProjectLink {
  /** `created`: the project is new. `linked`: svc.json names another project than before. `unchanged`: it named this one. */
  @IsIn(linkOutcomes) outcome!: (typeof linkOutcomes)[number];
  /** The svc.json that names the project. */
  @IsString() file!: string;
  @ValidateNested() @Type(() => ProjectView) project!: ProjectView;
}

/** What was found, and what was done about it. */
export class ProjectRepair {
  /** How folder and server agreed before anything was mended. */
  @IsIn(matchOutcomes) outcome!: MatchOutcome;
  /** What was done; `null` for nothing. */
  @Nullable() @IsIn(repairActions) done!: RepairAction | null;
  /** What would help and was not done. While there is something, the command ends with exit code 5. */
  @IsIn(repairActions, { each: true }) open!: readonly RepairAction[];
  /** The project of this folder now, or the one it would be linked to. */
  @Nullable() @ValidateNested() @Type(() => ProjectView) project!: ProjectView | null;
  /** `<workspace>/<project>` that svc.json named before; `null` when it was not linked. */
  @Nullable() @IsString() linkedTo!: string | null;
  /** Address of the source of this folder; `null` when git names none. */
  @Nullable() @IsString() source!: string | null;
}
