import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { ClearanceView, moderationStatuses, type ModerationStatus } from './version-view.js';

class OperatorInput {
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** Selects all versions that moderation withholds or that were cleared. */
export class ModerationListInput extends OperatorInput {}

/** A version that is to be scanned again. */
export class RescanInput extends OperatorInput {
  /** `<workspace>/<plugin>@<version>`; default is every version without a verdict. */
  @Optional() @IsString() @MaxLength(500) version?: string;
  /** Remove the clearance of the version. */
  @Optional() @IsBoolean() anew?: boolean;
}

/** A version whose block is to be lifted. */
export class ClearInput extends OperatorInput {
  /** `<workspace>/<plugin>@<version>` */
  @IsString() @MaxLength(500) version!: string;
  /** The reason, shown to everybody who may see the version. */
  @IsString()
  @Matches(/\S/, { message: 'reason must not be blank' })
  @Matches(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, { message: 'reason must not have control characters' })
  @MaxLength(500)
  reason!: string;
}

/** A version that moderation withholds, or that was cleared. */
export class ModeratedVersion {
  /** `<workspace>/<plugin>` */
  @IsString() name!: string;
  @IsString() version!: string;
  @IsIn(moderationStatuses) moderationStatus!: ModerationStatus;
  /** Why the version is withheld; `null` if it is not, or if it is `pending`. */
  @Nullable() @IsString() moderationError!: string | null;
  @Nullable()
  @ValidateNested()
  @Type(() => ClearanceView)
  moderationClearance!: ClearanceView | null;
}

/** The versions in order of name and age, the oldest first. */
export class ModerationList {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ModeratedVersion)
  versions!: readonly ModeratedVersion[];
}

/** The versions that will be scanned again. */
export class RescanResult {
  /** Number of versions. */
  @IsInt() queued!: number;
  /** The version, if one was named. */
  @Optional() @ValidateNested() @Type(() => ModeratedVersion) version?: ModeratedVersion;
}
