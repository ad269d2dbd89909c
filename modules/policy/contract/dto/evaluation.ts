import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  Nullable,
  OneOf,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import {
  decisions,
  reasonKinds,
  type PolicyDecision,
  type ReasonKind,
} from '../evaluation/evaluate.js';
import { PolicyTargetRef } from './policy.js';

/** Sources in one request. */
const MAX_SOURCES = 200;

export class RegistrySource {
  @IsIn(['registry']) kind!: 'registry';
  /** `<workspace>/<plugin>`. */
  @IsString() @Length(3, 201) name!: string;
  /** Exact version; left out or `latest` for what is latest. */
  @Optional() @IsString() @Length(1, 256) version?: string;
}

export class GitRepositorySource {
  @IsIn(['git']) kind!: 'git';
  /** Such as `github.com`, with the port where there is one. */
  @IsString() @MaxLength(300) host!: string;
  /** `<org>/<repo>`, with groups between them where the host has those. */
  @IsString() @MaxLength(2000) path!: string;
}

export class FileSource {
  /** A folder of the person's machine. No policy restricts it. */
  @IsIn(['file']) kind!: 'file';
}

export type PolicySourceInput = RegistrySource | GitRepositorySource | FileSource;
const kinds = {
  by: 'kind',
  types: { registry: RegistrySource, git: GitRepositorySource, file: FileSource },
  each: true,
};

export class EvaluateInstallInput {
  /** Name or id of the workspace whose project the sources are for; default is where the caller belongs: the workspace of an API key, else the default organization. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** Name of the project in that workspace. Its own policies count where the server knows it; needs `workspace`. */
  @Optional() @IsString() @Length(1, 199) project?: string;
  /** Mode of the project. What the workspace prescribes to managed projects counts for `managed`. */
  @Optional() @IsIn(['managed', 'vendored']) mode?: 'managed' | 'vendored';
  /** What shall be installed: 1 to 200. */
  @ArrayMinSize(1) @ArrayMaxSize(MAX_SOURCES) @OneOf(kinds) sources!: PolicySourceInput[];
}

export class EvaluatePolicyInput extends PolicyTargetRef {
  /** Mode of the project. What the workspace prescribes to managed projects counts for `managed`. */
  @Optional() @IsIn(['managed', 'vendored']) mode?: 'managed' | 'vendored';
  /** What would be installed: 1 to 200. */
  @ArrayMinSize(1) @ArrayMaxSize(MAX_SOURCES) @OneOf(kinds) sources!: PolicySourceInput[];
}

/** Why something is not simply allowed. */
export class PolicyReason {
  @IsIn(reasonKinds) kind!: ReasonKind;
  @IsIn(['warn', 'block']) level!: 'warn' | 'block';
  /** One sentence for people. */
  @IsString() message!: string;
  /** Levels whose policy says so, such as `org`, from the organization down. Empty for what holds without a policy. */
  @IsString({ each: true }) policyLevels!: string[];
}

export class FallbackSource {
  @IsIn(['registry']) kind!: 'registry';
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** Exact. */
  @IsString() @Matches(/./) version!: string;
}

/** The answer for one source. */
export class SourceVerdict {
  /** The strictest level among the reasons. */
  @IsIn(decisions) decision!: PolicyDecision;
  @ValidateNested({ each: true }) @Type(() => PolicyReason) reasons!: PolicyReason[];
  /** For a version that is too new: the next older one that nothing blocks; `null` when there is none. */
  @Nullable() @ValidateNested() @Type(() => FallbackSource) fallbackSource!: FallbackSource | null;
}

export class EvaluationView {
  /** Whose policies were asked. */
  @IsString() targetType!: string;
  @IsUUID() targetId!: string;
  /** One for each source, in their order. */
  @ValidateNested({ each: true }) @Type(() => SourceVerdict) results!: SourceVerdict[];
}
