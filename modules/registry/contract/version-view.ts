import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  MapOf,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** Where a version stands in moderation. */
export const moderationStatuses = ['pending', 'pass', 'fail', 'error', 'skipped'] as const;
/** One of the states of `moderationMachine`. */
export type ModerationStatus = (typeof moderationStatuses)[number];

/** A skill of a version. */
export class SkillEntry {
  /** The skill's name, as its `SKILL.md` gives it. */
  @IsString() name!: string;
  /** When to use the skill, as its `SKILL.md` gives it. */
  @IsString() description!: string;
  /** The skill's folder relative to the plugin's root. */
  @IsString() path!: string;
}

/** A rule of a version. */
export class RuleEntry {
  /** File name without `.md`. */
  @IsString() name!: string;
  /** The file's path relative to the plugin's root. */
  @IsString() path!: string;
}

/** A rule with its text. */
export class SteeringEntry extends RuleEntry {
  /** The rule file's text. */
  @IsString() content!: string;
}

/** The decision of the server's operator to make a version available that moderation had blocked or could not judge. */
export class ClearanceView {
  /** When. */
  @IsInstant() clearedAt!: string;
  /** Why. */
  @IsString() reason!: string;
  /** Why the version had been blocked; left out where moderation had reached no verdict. */
  @Optional() @IsString() lifted?: string;
  /** Fingerprints of the findings that are lifted: these block the version no more. */
  @Optional() @IsArray() @IsString({ each: true }) fingerprints?: readonly string[];
}

/** A published version of a plugin. */
export class VersionView {
  /** Id of the version. */
  @IsString() id!: string;
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** Semantic version. */
  @IsString() version!: string;
  /** What the plugin is for. */
  @IsString() description!: string;
  /** Whether only the workspace's members may see the plugin. */
  @IsBoolean() private!: boolean;
  /** SHA-256 of the uncompressed archive, in lower-case hex. */
  @IsString() fingerprint!: string;
  /** SHA-256 of the archive as it is downloaded, in lower-case hex. */
  @IsString() archiveSha256!: string;
  /** Bytes of the archive as it is downloaded. */
  @IsInt() archiveSize!: number;
  /** Number of files. */
  @IsInt() fileCount!: number;
  /** Full hash of the git commit that it was published from; `null` where none was recorded. Stated by the publisher, not checked. */
  @Nullable() @IsString() commit!: string | null;
  /** When the version was published. */
  @IsInstant() publishedAt!: string;
  /** When the version was archived, by itself or with its whole plugin; `null` while it is not. It is installed from locks only. */
  @Nullable() @IsInstant() archivedAt!: string | null;
  /** Why it was archived; `null` when no reason was given. */
  @Nullable() @IsString() archivedReason!: string | null;
  /** Result of moderation: `pending`, `pass`, `fail`, `error`, or `skipped` where no scanner is loaded. */
  @IsIn(moderationStatuses) moderationStatus!: ModerationStatus;
  /** Why moderation did not pass, for people; only when there is something to say. */
  @Optional() @IsString() moderationError?: string;
  /** What the operator of the server has lifted; only when there is something to say. A later scan may have blocked the version again. */
  @Optional() @Type(() => ClearanceView) @ValidateNested() moderationClearance?: ClearanceView;
  /** Deprecated, see `moderationStatus`: whether that is `pass` or `skipped`. */
  @IsBoolean() moderationPassed!: boolean;
  /** The version's skills. */
  @Type(() => SkillEntry) @ValidateNested({ each: true }) skills!: SkillEntry[];
  /** The version's rules. */
  @Type(() => RuleEntry) @ValidateNested({ each: true }) rules!: RuleEntry[];
  /** Text of the plugin's README. Left out in lists, when there is none, and while moderation hides the version. */
  @Optional() @IsString() readme?: string;
  /** The rules with their texts. Left out in lists and while moderation hides the version. */
  @Optional() @Type(() => SteeringEntry) @ValidateNested({ each: true }) steering?: SteeringEntry[];
  /**
   * What modules of the server know besides, by the names under which they contribute it, such as `scores`. Lists and searches hold summaries. Left out
   * where no module knows anything, and after changes.
   */
  @Optional() @MapOf('json') facts?: Readonly<Record<string, unknown>>;
}
