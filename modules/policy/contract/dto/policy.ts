import {
  IsObject,
  IsBoolean,
  IsInstant,
  IsString,
  IsUUID,
  Length,
  MapOf,
  Matches,
  Nullable,
  Optional,
  OptionalNullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { TARGET_TYPE } from '../targets.js';
import { InstallPolicyDocument, PublishPolicyDocument } from './documents.js';

export class PolicyTargetRef {
  /** What the policy is for: `org`, `workspace`, or what other modules add, such as `project`. */
  @IsString() @Matches(TARGET_TYPE) targetType!: string;
  /** Its id, or its name. */
  @IsString() @Length(1, 201) targetId!: string;
}

export class DeletePolicyInput extends PolicyTargetRef {
  /** The `updatedAt` that you saw last: if they were changed since, nothing is removed (409 `stale_state`). Left out, they are removed in any case. */
  @Optional() @IsInstant() unchangedSince?: string;
}

export class SetPolicyInput extends PolicyTargetRef {
  /** The `updatedAt` that you saw last, `null` for none: if it is another now, nothing is changed (409 `stale_state`). Left out, the policies are replaced in any case. */
  @OptionalNullable() @IsInstant() unchangedSince?: string | null;
  /** What may be installed; left out or `null` removes the restriction. */
  @OptionalNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => InstallPolicyDocument)
  installPolicy?: InstallPolicyDocument | null;
  /** What may be published; left out or `null` removes the restriction. */
  @OptionalNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => PublishPolicyDocument)
  publishPolicy?: PublishPolicyDocument | null;
}

/** What a target itself says, whatever holds above it. */
export class OwnPolicies {
  /** `null` when there is none. */
  @Nullable()
  @IsObject()
  @ValidateNested()
  @Type(() => InstallPolicyDocument)
  installPolicy!: InstallPolicyDocument | null;
  /** `null` when there is none. */
  @Nullable()
  @IsObject()
  @ValidateNested()
  @Type(() => PublishPolicyDocument)
  publishPolicy!: PublishPolicyDocument | null;
  /** When they were changed last; `null` for never. */
  @Nullable() @IsInstant() updatedAt!: string | null;
}

export class PolicyView extends OwnPolicies {
  @IsString() targetType!: string;
  @IsUUID() targetId!: string;
}

export class EffectivePolicyInput extends PolicyTargetRef {
  /** Also say which level each field comes from. */
  @Optional() @IsBoolean() provenance?: boolean;
}

/** The levels that a field of a policy comes from. */
export class PolicySource {
  /** Such as `org` and `workspace`, from the organization down: those that say just this, and for lists all that say something. */
  @IsString({ each: true }) levels!: string[];
}

/** What holds for a target: the strictest of every field, from its organization down to itself. */
export class EffectivePolicyView {
  @IsString() targetType!: string;
  @IsUUID() targetId!: string;
  @IsObject()
  @ValidateNested()
  @Type(() => InstallPolicyDocument)
  installPolicy!: InstallPolicyDocument;
  @IsObject()
  @ValidateNested()
  @Type(() => PublishPolicyDocument)
  publishPolicy!: PublishPolicyDocument;
  /** By field, such as `installPolicy.minimumReleaseAge.days`: where it comes from. Unrestricted fields are left out. Only when asked for. */
  @Optional() @MapOf(() => PolicySource) policySource?: Record<string, PolicySource>;
}
