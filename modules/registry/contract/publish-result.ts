import { IsArray, IsBoolean, IsIn, IsInt, IsString, Nullable } from 'svc-registry/dto';
import { moderationStatuses, type ModerationStatus } from './version-view.js';

/** What was published. */
export class PublishResult {
  /** Id of the version. */
  @IsString() id!: string;
  /** Id of the plugin. */
  @IsString() tileId!: string;
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** The version that was published. */
  @IsString() version!: string;
  /** Whether only the workspace's members may see the plugin. */
  @IsBoolean() private!: boolean;
  /** SHA-256 of the uncompressed archive, in lower-case hex. */
  @IsString() fingerprint!: string;
  /** Bytes of the stored archive. */
  @IsInt() archiveSize!: number;
  /** Number of files. */
  @IsInt() fileCount!: number;
  /** True when exactly this content was published under this version before; then nothing was written. */
  @IsBoolean() unchanged!: boolean;
  /** The plugin's latest version from now on; `null` when none can be installed yet. */
  @Nullable() @IsString() latestVersion!: string | null;
  /** Where the version stands in moderation. */
  @IsIn(moderationStatuses) moderationStatus!: ModerationStatus;
  /** What is legal but deserves a look, one text each. */
  @IsArray() @IsString({ each: true }) warnings!: string[];
}
