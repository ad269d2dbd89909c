import { IsArray, IsInt, IsString, Optional, Type, ValidateNested } from 'svc-registry/dto';

/** Something about a scenario that breaks a rule. */
export class LintFinding {
  /** Id of the rule, such as `given-away`. */
  @IsString() rule!: string;
  /** What breaks it here. */
  @IsString() message!: string;
  /** What the rule is about. */
  @IsString() why!: string;
  /** What to do. */
  @IsString() fix!: string;
  /** The file, relative to `folder`. */
  @IsString() file!: string;
  /** From 1. */
  @Optional() @IsInt() line?: number;
  /** From 1. */
  @Optional() @IsInt() column?: number;
  /** Field in the file, such as `checklist[0].name`. */
  @Optional() @IsString() field?: string;
}

/** A folder that is no scenario. */
export class SkippedFolder {
  /** Its name. */
  @IsString() folder!: string;
  /** Why it was skipped, such as `has no task.md`. */
  @IsString() why!: string;
}

/** What checking scenarios has found. */
export class ScenarioLintResult {
  /** The folder whose scenarios were read. */
  @IsString() folder!: string;
  /** Number of scenarios. */
  @IsInt() scenarios!: number;
  /** Folders beside them that are not scenarios. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => SkippedFolder) skipped!: SkippedFolder[];
  /** What makes a scenario unusable, or its scores meaningless. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => LintFinding) errors!: LintFinding[];
  /** What deserves a look. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => LintFinding) warnings!: LintFinding[];
}
