import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  Optional,
  TextOr,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { searchTypes, type SearchType } from './search-kinds.js';
import { bumps, type Bump } from './tile-inputs.js';

/** A plugin to create; what is missing is asked for. */
export class NewPluginInput {
  /** Full name, `<workspace>/<plugin-name>`; with `workspace` the plugin's name is enough. */
  @Optional() @IsString() @MaxLength(200) name?: string;
  /** What the plugin is for, in one sentence. */
  @Optional() @IsString() @MaxLength(2000) summary?: string;
  /** Folder to create; default is `plugins/<plugin-name>`. */
  @Optional() @IsString() path?: string;
  /** Create a rule of this name. */
  @Optional() @IsString() @MaxLength(100) rules?: string;
  /** What the rule says. */
  @Optional() @IsString() @MaxLength(2000) ruleDescription?: string;
  /** Workspace that the plugin belongs to, when `name` does not say. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Create a skill, named like the plugin unless `skillName` says otherwise. */
  @Optional() @IsBoolean() skill?: boolean;
  /** Create a skill of this name. */
  @Optional() @IsString() @MaxLength(64) skillName?: string;
  /** What the skill does and when to use it; required with a skill. */
  @Optional() @IsString() @MaxLength(1024) skillDescription?: string;
  /** Install the plugin into the current project afterwards. */
  @Optional() @IsBoolean() install?: boolean;
  /** Publish to everybody later on; otherwise only the workspace's members will see the plugin. */
  @Optional() @IsBoolean() public?: boolean;
}

/** A rule or skill to create. */
export class NewComponent {
  /** Its name. */
  @IsString() @MaxLength(100) name!: string;
  /** What it is for; for a skill also when to use it. */
  @IsString() @MaxLength(1024) description!: string;
}

/** A plugin to create. At least one of `rules` and `skill` is needed. */
export class NewPluginToolInput {
  /** Full name: `<workspace>/<plugin-name>`. */
  @IsString() @MaxLength(200) name!: string;
  /** What the plugin is for, in one sentence. */
  @IsString() @MaxLength(2000) summary!: string;
  /** Folder to create; default is `plugins/<plugin-name>`. */
  @Optional() @IsString() path?: string;
  /** A rule to create: its name, or an object with `name` and `description`. */
  @Optional()
  @TextOr({
    type: NewComponent,
    from: (name) => ({ name, description: `Write the rule "${name}" here.` }),
  })
  rules?: NewComponent;
  /** A skill to create. */
  @Optional() @Type(() => NewComponent) @ValidateNested() skill?: NewComponent;
  /** Whether only members of the workspace will see it. */
  @IsBoolean() isPrivate = true;
}

/** A plugin to check. */
export class LintInput {
  /** The plugin's folder, or a packed `.tgz`; default is the current folder. */
  @Optional() @IsString() source?: string;
}

/** A plugin to pack. */
export class PackInput {
  /** The plugin's folder; default is the current folder. */
  @Optional() @IsString() source?: string;
  /** File to write, or a folder for it; default is `<plugin>-<version>.tgz` in the current folder. */
  @Optional() @IsString() output?: string;
}

/** What to publish, and how. */
export class PublishInput {
  /** The folder to publish; default is the current folder. */
  @Optional() @IsString() path?: string;
  /** Workspace to publish to; that of a plugin must be the one that its manifest names, and a skill that has a manifest ignores it. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Make it visible to everybody. This cannot be undone. */
  @Optional() @IsBoolean() public?: boolean;
  /** Do not ask before going public. */
  @Optional() @IsBoolean() force?: boolean;
  /** Which part of the version to raise when the version is already published; default is `patch`. */
  @Optional() @IsIn(bumps) bump?: Bump;
  /** Check and pack, and say which version would be published; publish and write nothing. */
  @Optional() @IsBoolean() dryRun?: boolean;
  /** Leave the folder `evals` out, and evaluate nothing. */
  @Optional() @IsBoolean() skipEvals?: boolean;
  /** Publish nothing if a quality check rejects an evaluation scenario. */
  @Optional() @IsBoolean() withScenarioQualityCheck?: boolean;
  /** Folder of evaluation scenarios to publish and evaluate in place of `evals`. */
  @Optional() @IsString() evalScenarios?: string;
  /** Ship copies of what symbolic links out of the folder lead to, within the repository. */
  @Optional() @IsBoolean() resolveSymlinks?: boolean;
}

/** A plugin to publish. */
export class PublishPluginToolInput {
  /** The plugin's folder; default is the current folder. */
  @Optional() @IsString() path?: string;
  /** Workspace to publish to: the one that the manifest names. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
}

/** A skill to publish. */
export class PublishSkillToolInput {
  /** The skill's folder; default is the current folder. */
  @Optional() @IsString() path?: string;
  /** Workspace to publish to; a skill that has a manifest ignores it. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Make it visible to everybody. This cannot be undone. */
  @Optional() @IsBoolean() public?: boolean;
}

/** A skill to create. */
export class NewSkillInput {
  /** Name of the skill: lower-case letters, digits and hyphens. */
  @Optional() @IsString() @MaxLength(64) name?: string;
  /** What the skill does and when to use it. */
  @Optional() @IsString() @MaxLength(1024) description?: string;
  /** Workspace to publish it to later; with it the skill gets a manifest. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Folder to create; default is `skills/<name>`. */
  @Optional() @IsString() path?: string;
  /** Install the skill into the current project afterwards. */
  @Optional() @IsBoolean() install?: boolean;
  /** Publish to everybody later on; needs `workspace`. */
  @Optional() @IsBoolean() public?: boolean;
}

/** A plugin in an older form, or in that of another vendor, to migrate. */
export class MigrateInput {
  /** The plugin's folder; default is the current folder. */
  @Optional() @IsString() path?: string;
  /** Workspace that the plugin belongs to, where its manifest does not say. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Overwrite a manifest that is already there. */
  @Optional() @IsBoolean() force?: boolean;
}

/** A plugin or a version of it. */
export class PluginRefInput {
  /** `<workspace>/<plugin>[@<version>]` */
  @IsString() @MaxLength(300) plugin!: string;
}

/** A plugin or version to archive. */
export class ArchiveInput extends PluginRefInput {
  /** The reason, shown to everybody who sees it or wants to install it. */
  @Optional() @IsString() @MaxLength(500) reason?: string;
  /** Do not ask for confirmation. */
  @Optional() @IsBoolean() yes?: boolean;
}

/** What to take back. */
export class UnpublishInput extends PluginRefInput {
  /** Unpublish all versions of the plugin; then no version is named. */
  @Optional() @IsBoolean() all?: boolean;
  /** Do not ask for confirmation. */
  @Optional() @IsBoolean() yes?: boolean;
}

/** A skill to make a plugin of. */
export class ImportSkillInput {
  /** The skill's folder; default is the current folder. */
  @Optional() @IsString() path?: string;
  /** Workspace that the plugin belongs to. */
  @Optional() @IsString() @MaxLength(100) workspace?: string;
  /** Publish to everybody later on. */
  @Optional() @IsBoolean() public?: boolean;
  /** Overwrite a manifest that is already there. */
  @Optional() @IsBoolean() force?: boolean;
}

/** A skill in the registry. */
export class SkillRefInput {
  /** The skill, or the plugin that holds it. */
  @Optional() @IsString() @MaxLength(300) skill?: string;
}

/** What to look for, and where. */
export class SearchCommandInput {
  /** Words, a plugin's name, a package URL or an HTTP address; left out, everything is listed. */
  @Optional() @IsArray() @IsString({ each: true }) query?: string[];
  /** Look everywhere, also where the project belongs to a workspace. */
  @Optional() @IsBoolean() global?: boolean;
  /** Look for skills, in READMEs, or for rules, instead of for plugins. */
  @Optional() @IsIn(searchTypes) type?: SearchType;
  /** Only this organization: its name or id. Needs sign-in. */
  @Optional() @IsString() @MaxLength(100) org?: string;
  /** Only this workspace: `<organization>/<workspace>`, name or id. Needs sign-in. */
  @Optional() @IsString() @MaxLength(210) workspace?: string;
  /** `relevance`, the default, `downloads`, or what a module of the server adds. */
  @Optional() @IsString() @MaxLength(100) sort?: string;
  /** Hits per page; 100 at most, 20 by default. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
  /** Which page; 1 is the first, 100 the last. */
  @Optional() @IsInt() @Min(1) @Max(100) page?: number;
}

/** What to look for. */
export class SearchToolInput {
  /** A name or words, a package URL, or the HTTP address of a repository. */
  @IsString() @MaxLength(500) query!: string;
  /** Hits per answer; 100 at most, 20 by default. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
  /** Where to continue: `next` of the previous answer. */
  @Optional() @IsString() @MaxLength(8000) after?: string;
}
