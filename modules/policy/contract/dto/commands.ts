import {
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsString,
  Length,
  MapOf,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { decisions, type PolicyDecision } from '../evaluation/evaluate.js';
import { PolicyReason } from './evaluation.js';
import { OwnPolicies, PolicySource } from './policy.js';

/** Whose policies; at most one. */
export class PolicyTargetInput {
  /** Name or id of an organization. */
  @Optional() @IsString() @Length(1, 201) org?: string;
  /** Name or id of a workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** `<workspace>/<project>`, or the id of a project. */
  @Optional() @IsString() @Length(1, 201) project?: string;
}

export class ShowPolicyInput extends PolicyTargetInput {
  /** Show what holds: the strictest of every field from the organization down, and where each comes from. */
  @Optional() @IsBoolean() effective?: boolean;
}

export class EditPolicyInput extends PolicyTargetInput {
  /** Take the document, YAML or JSON, from this file instead of an editor; `-` for standard input. */
  @Optional() @IsString() @IsNotEmpty() file?: string;
  /** Do not ask before the changes are made. */
  @Optional() @IsBoolean() yes?: boolean;
}

export class EvaluatePluginsInput extends PolicyTargetInput {
  /** What would be installed: `<workspace>/<plugin>[@<version>]`, a repository's address or `git:<owner>/<repo>`. Without it the plugins of this project, as its lock names them. */
  @Optional() @IsArray() @IsString({ each: true }) source?: string[];
  /** Mode of the project; default is that of this one. What the workspace prescribes to managed projects counts for `managed`. */
  @Optional() @IsIn(['managed', 'vendored']) mode?: 'managed' | 'vendored';
}

/** The policies of one organization, workspace or project. */
export class ShownPolicy extends OwnPolicies {
  /** `org`, `workspace` or `project`. */
  @IsString() targetType!: string;
  /** As it was named. */
  @IsString() target!: string;
  /** With `--effective`: the levels that each restricted field comes from. */
  @Optional() @MapOf(() => PolicySource) policySource?: Record<string, PolicySource>;
}

/** A field that has another value than before. */
export class PolicyFieldChange {
  /** Such as `installPolicy.rules.minimumReleaseAge.days`. */
  @IsString() field!: string;
  /** As JSON; `null` where there was none. */
  @Nullable() @IsString() before!: string | null;
  /** As JSON; `null` where there is none any more. */
  @Nullable() @IsString() after!: string | null;
}

export class EditedPolicy {
  @IsString() targetType!: string;
  /** As it was named. */
  @IsString() target!: string;
  /** Empty when nothing was changed. */
  @ValidateNested({ each: true }) @Type(() => PolicyFieldChange) changes!: PolicyFieldChange[];
}

export class EvaluatedPlugin {
  /** As it was named, or the name in svc.json. */
  @IsString() source!: string;
  @IsIn(decisions) decision!: PolicyDecision;
  @ValidateNested({ each: true }) @Type(() => PolicyReason) reasons!: PolicyReason[];
  /** For a version that is too new: the older one that is allowed; `null` when there is none. */
  @Nullable() @IsString() fallbackVersion!: string | null;
}

export class EvaluatedPlugins {
  @ValidateNested({ each: true }) @Type(() => EvaluatedPlugin) results!: EvaluatedPlugin[];
  /** Those that may not be installed: while there are any, the command ends with 7. */
  @IsString({ each: true }) blocked!: string[];
}
