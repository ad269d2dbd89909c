import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { moderationStatuses, type ModerationStatus } from './version-view.js';

/** Something to look at, and where. */
export class LintWarning {
  /** What is unusual. */
  @IsString() message!: string;
  /** The file, relative to the plugin's root. */
  @Optional() @IsString() file?: string;
  /** Line in the file, from 1. */
  @Optional() @IsInt() line?: number;
  /** Field in the file, such as `skills[0]`. */
  @Optional() @IsString() field?: string;
}

/** What a rule or skill costs an agent's context, estimated in tokens. */
export class LintCost {
  /** What it is. */
  @IsIn(['rule', 'skill']) kind!: 'rule' | 'skill';
  /** Its name. */
  @IsString() name!: string;
  /** Tokens in every session. */
  @IsInt() always!: number;
  /** Tokens once the skill is used. */
  @IsInt() onDemand!: number;
}

/** Something that the source has and that is not taken. */
export class NotTaken {
  /** A path, a folder with `/` at its end; or a part in words, such as `tool server x`. */
  @IsString() what!: string;
  /** Why, such as `files of this name never ship`. */
  @IsString() why!: string;
}

/** A plugin that keeps all rules. */
export class LintResult {
  /** `<workspace>/<plugin>`; `null` for a skill without a manifest. */
  @Nullable() @IsString() plugin!: string | null;
  /** The manifest's version; `null` for a skill without a manifest. */
  @Nullable() @IsString() version!: string | null;
  /** Number of files that ship. */
  @IsInt() files!: number;
  /** Their bytes. */
  @IsInt() bytes!: number;
  /** What its rules and skills cost. */
  @Type(() => LintCost) @ValidateNested({ each: true }) costs!: LintCost[];
  /** What is legal but deserves a look. */
  @Type(() => LintWarning) @ValidateNested({ each: true }) warnings!: LintWarning[];
  /** What is in the folder and does not ship, with the reasons; apart from version control. */
  @Type(() => NotTaken) @ValidateNested({ each: true }) leftOut!: NotTaken[];
}

/** An archive that was written. */
export class PackResult {
  /** The archive's file. */
  @IsString() path!: string;
  /** `<workspace>/<plugin>` */
  @IsString() plugin!: string;
  /** The manifest's version. */
  @IsString() version!: string;
  /** Bytes of the archive. */
  @IsInt() size!: number;
  /** Number of files in it. */
  @IsInt() files!: number;
  /** SHA-256 of the uncompressed archive, in lower-case hex. */
  @IsString() fingerprint!: string;
  /** What is in the folder and does not ship, with the reasons; apart from version control. */
  @Type(() => NotTaken) @ValidateNested({ each: true }) leftOut!: NotTaken[];
}

/** What another module did after something was published. */
export class FollowUp {
  /** The contribution that did it, such as `review.score`. */
  @IsString() by!: string;
  /** What it did, in one line. */
  @IsString() message!: string;
  /** Id of what was begun, such as a run. */
  @Optional() @IsString() id?: string;
}

/** What was published, or would be. */
export class PublishOutcome {
  /** `<workspace>/<plugin>` */
  @IsString() plugin!: string;
  /** The version that was published, or would be now. */
  @IsString() version!: string;
  /** The version that the manifest named before, when it was taken and had to be raised. */
  @Optional() @IsString() raisedFrom?: string;
  /** Whether only the workspace's members may see it. */
  @IsBoolean() private!: boolean;
  /** SHA-256 of the uncompressed archive, in lower-case hex. */
  @IsString() fingerprint!: string;
  /** Bytes of the archive. */
  @IsInt() size!: number;
  /** Paths of the files in it. */
  @IsArray() @IsString({ each: true }) files!: string[];
  /** What is in the folder and does not ship, with the reasons; apart from version control. */
  @Type(() => NotTaken) @ValidateNested({ each: true }) leftOut!: NotTaken[];
  /** True when nothing was sent. */
  @IsBoolean() dryRun!: boolean;
  /** True when exactly this was published before. */
  @IsBoolean() unchanged!: boolean;
  /** Where the version stands in moderation; left out when nothing was sent. */
  @Optional() @IsIn(moderationStatuses) moderationStatus?: ModerationStatus;
  /** Why moderation keeps it offline; only when there is something to say. */
  @Optional() @IsString() moderationError?: string;
  /** What other modules did afterwards; left out when that is nothing. */
  @Optional() @Type(() => FollowUp) @ValidateNested({ each: true }) followUps?: FollowUp[];
}

/** What was created. */
export class CreatedPlugin {
  /** The folder. */
  @IsString() path!: string;
  /** `<workspace>/<plugin>`; `null` for a skill without a manifest. */
  @Nullable() @IsString() plugin!: string | null;
  /** Files, relative to the folder. */
  @IsArray() @IsString({ each: true }) files!: string[];
}

/** A plugin in another form with its new manifest. */
export class MigratedPlugin {
  /** The plugin's folder. */
  @IsString() path!: string;
  /** `<workspace>/<plugin>` */
  @IsString() plugin!: string;
  /** The manifest's version. */
  @IsString() version!: string;
  /** The manifest that was written, relative to the folder. */
  @IsString() manifest!: string;
  /** The manifest that it was made from, relative to the folder. It is left in place; svc does not read it any more. */
  @IsString() obsolete!: string;
  /** Other files that were written, relative to the folder: tool servers, skills and rules in the form that plugins have here. */
  @IsArray() @IsString({ each: true }) written!: string[];
  /** What has no counterpart or does not ship, with the reasons. */
  @Type(() => NotTaken) @ValidateNested({ each: true }) leftOut!: NotTaken[];
  /** What could not be kept, and what is legal but deserves a look. */
  @Type(() => LintWarning) @ValidateNested({ each: true }) warnings!: LintWarning[];
}

/** A plugin or version that was archived or restored. */
export class ArchiveOutcome {
  /** `<workspace>/<plugin>` */
  @IsString() plugin!: string;
  /** The version; `null` for the plugin as a whole. */
  @Nullable() @IsString() version!: string | null;
  /** Since when it is archived, by itself or with its whole plugin; `null` when it is not. */
  @Nullable() @IsInstant() archivedAt!: string | null;
  /** Why; `null` when no reason was given. */
  @Nullable() @IsString() archivedReason!: string | null;
  /** What is newly installed of the plugin from now on; `null` when nothing can be. */
  @Nullable() @IsString() latestVersion!: string | null;
}

/** What was taken back. */
export class UnpublishOutcome {
  /** `<workspace>/<plugin>` */
  @IsString() plugin!: string;
  /** The version; `null` for all of them. */
  @Nullable() @IsString() version!: string | null;
  /** What is newly installed of the plugin from now on; `null` when nothing can be. */
  @Nullable() @IsString() latestVersion!: string | null;
}

/** A command that helps further. */
export class GuidedStep {
  /** What to type. */
  @IsString() command!: string;
  /** What it does. */
  @IsString() text!: string;
}

/** What to do instead of what was asked for. */
export class Guidance {
  /** Why nothing was done. */
  @IsString() message!: string;
  /** What helps further, in order. */
  @Type(() => GuidedStep) @ValidateNested({ each: true }) commands!: GuidedStep[];
}
