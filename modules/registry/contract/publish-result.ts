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

/** What publishing would make of some content now. */
export class PublishPreview {
  /** The version that it would get: the one that it names, or a free one where that is taken. */
  @IsString() version!: string;
  /** True when exactly this content is published under this version already; then publishing writes nothing. */
  @IsBoolean() unchanged!: boolean;
  /** Whether only the workspace's members may see the plugin; `null` while no version of it is published: the first one decides. */
  @Nullable() @IsBoolean() private!: boolean | null;
}
