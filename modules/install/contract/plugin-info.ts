import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsNotEmpty,
  IsString,
  MapOf,
  MaxLength,
  Min,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { StartedPart } from './results.js';

/** What to look at. */
export class InfoInput {
  /** `<workspace>/<plugin>[@<version or commit>]`, a folder such as `./plugin`, a repository's address, or `git:<owner>/<repo>`. */
  @IsString() @IsNotEmpty() @MaxLength(2000) plugin!: string;
  /** Print the README alone. */
  @Optional() @IsBoolean() readme?: boolean;
  /** List the files with their sizes. */
  @Optional() @IsBoolean() files?: boolean;
  /** Print this file of the plugin. */
  @Optional() @IsString() @IsNotEmpty() file?: string;
}

/** What to look at. */
export class TileViewInput {
  /** `<workspace>/<plugin>[@<version or commit>]`, or a repository's address. */
  @IsString() @IsNotEmpty() @MaxLength(2000) packageName!: string;
  /** File of the plugin to read, or a folder to list. */
  @Optional() @IsString() @IsNotEmpty() @MaxLength(1000) file?: string;
  /** Character of the file to begin at. */
  @Optional() @IsInt() @Min(0) offset?: number;
}

/** What something costs an agent's context, estimated in tokens. */
export class ContextCost {
  /** Tokens in every session: rules, names and descriptions of skills. */
  @IsInt() always!: number;
  /** Tokens once skills are opened. */
  @IsInt() onDemand!: number;
}

export class InfoSkill {
  @IsString() name!: string;
  /** When to use it, as its `SKILL.md` says. */
  @IsString() description!: string;
  /** Its folder in the plugin. */
  @IsString() path!: string;
  /** `null` while moderation withholds the files. */
  @Nullable() @Type(() => ContextCost) @ValidateNested() tokens!: ContextCost | null;
}

export class InfoRule {
  @IsString() name!: string;
  /** Its file in the plugin. */
  @IsString() path!: string;
  /** Tokens in every session; `null` while moderation withholds the files. */
  @Nullable() @IsInt() tokens!: number | null;
}

/** What the operator of the registry has lifted. */
export class InfoClearance {
  @IsInstant() clearedAt!: string;
  /** Why, in the operator's words. */
  @IsString() reason!: string;
}

/** What all plugins have, wherever they come from. */
export class PluginCard {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  @IsString() version!: string;
  /** `registry`, `file:<path>` or a repository's address. */
  @IsString() source!: string;
  /** What it is for. */
  @IsString() description!: string;
  /** Its moderation status if that withholds its files, such as `pending`; `null` otherwise. */
  @Nullable() @IsString() withheld!: string | null;
  /** When the version was archived, by itself or with its plugin: it is installed from locks only. `null` while it is not. */
  @Nullable() @IsInstant() archivedAt!: string | null;
  /** Why it was archived; `null` without a reason. */
  @Nullable() @IsString() archivedReason!: string | null;
  /** The highest version that can be newly installed; `null` when there is none, or no registry. */
  @Nullable() @IsString() latestVersion!: string | null;
  /** When the version was published; `null` where no registry knows it. */
  @Nullable() @IsInstant() publishedAt!: string | null;
  /** Of all rules and skills together; `null` while moderation withholds the files. */
  @Nullable() @Type(() => ContextCost) @ValidateNested() tokens!: ContextCost | null;
}

export class InfoVersion {
  @IsString() version!: string;
  @IsInstant() publishedAt!: string;
  @IsBoolean() archived!: boolean;
  /** `pending`, `pass`, `fail`, `error`, or `skipped`. */
  @IsString() moderationStatus!: string;
}

export class InfoFile {
  /** Relative to the plugin's root, with `/`. */
  @IsString() path!: string;
  /** Bytes. */
  @IsInt() size!: number;
  /** `0755` for an executable file. */
  @IsIn(['0644', '0755']) mode!: '0644' | '0755';
}

/** A file with what it says. */
export class InfoText extends InfoFile {
  /** `null` for a file that is not text. */
  @Nullable() @IsString() text!: string | null;
}

/** A plugin before it is installed. */
export class PluginInfo extends PluginCard {
  /** Whether only the workspace's members may see it; `null` where no registry knows it. */
  @Nullable() @IsBoolean() private!: boolean | null;
  /** `pending`, `pass`, `fail`, `error`, or `skipped` where nothing is scanned; `null` where no registry knows it. */
  @Nullable() @IsString() moderationStatus!: string | null;
  /** Why moderation did not pass; `null` without a reason. */
  @Nullable() @IsString() moderationError!: string | null;
  /** The operator's decision to make a version available that moderation had blocked or could not judge. Left out if there is none. */
  @Optional() @Type(() => InfoClearance) @ValidateNested() moderationClearance?: InfoClearance;
  /** What modules of the server know of the version besides, by name, such as `scores`. Left out where none knows anything. */
  @Optional() @MapOf('json') facts?: Readonly<Record<string, unknown>>;
  /** Full hash of the git commit that it comes from, as far as one is known. */
  @Nullable() @IsString() commit!: string | null;
  @Nullable() @IsString() license!: string | null;
  @Nullable() @IsString() homepage!: string | null;
  @Nullable() @IsString() repository!: string | null;
  /** Bytes of the archive; `null` where no registry has one. */
  @Nullable() @IsInt() archiveSize!: number | null;
  /** Bytes of all files; `null` while moderation withholds them. */
  @Nullable() @IsInt() size!: number | null;
  /** Number of files. */
  @IsInt() fileCount!: number;
  @IsArray() @Type(() => InfoSkill) @ValidateNested({ each: true }) skills!: InfoSkill[];
  @IsArray() @Type(() => InfoRule) @ValidateNested({ each: true }) rules!: InfoRule[];
  /** Hooks, tool servers and scripts: what agents start or run because of it. Empty while moderation withholds the files. */
  @IsArray() @Type(() => StartedPart) @ValidateNested({ each: true }) starts!: StartedPart[];
  /** The newest versions in the registry, the highest first, archived ones too. */
  @IsArray() @Type(() => InfoVersion) @ValidateNested({ each: true }) versions!: InfoVersion[];
  /** Whether there are more versions than listed. */
  @IsBoolean() moreVersions!: boolean;
  /** Text of its README; `null` when there is none. */
  @Nullable() @IsString() readme!: string | null;
  /** The command that installs it; `null` when it cannot be installed anew. */
  @Nullable() @IsString() install!: string | null;
  /** Its files by path. Only when they were asked for. */
  @Optional() @IsArray() @Type(() => InfoFile) @ValidateNested({ each: true }) files?: InfoFile[];
  /** The file that was asked for. */
  @Optional() @Type(() => InfoText) @ValidateNested() file?: InfoText;
}

/** A plugin as shown to an agent: long lists and texts are cut, which the notes say. */
export class TileLook {
  @Optional() @Type(() => PluginCard) @ValidateNested() plugin?: PluginCard;
  /** Skills: the path of each is its folder. */
  @Optional()
  @IsArray()
  @Type(() => InfoSkill)
  @ValidateNested({ each: true })
  skills?: InfoSkill[];
  @Optional() @IsArray() @Type(() => InfoRule) @ValidateNested({ each: true }) rules?: InfoRule[];
  /** Hooks, tool servers and scripts: what agents start or run because of it. */
  @Optional()
  @IsArray()
  @Type(() => StartedPart)
  @ValidateNested({ each: true })
  starts?: StartedPart[];
  /** The beginning of its README. */
  @Optional() @IsString() readme?: string;
  /** Newest versions. */
  @Optional() @IsArray() @IsString({ each: true }) versions?: string[];
  /** Paths of its files, or of those in the folder that was asked for. */
  @Optional() @IsArray() @IsString({ each: true }) files?: string[];
  /** The file that was asked for, from `offset` on. */
  @Optional() @IsString() text?: string;
}
