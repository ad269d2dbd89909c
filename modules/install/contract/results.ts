import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { projectModes, type ProjectMode } from './agent-ids.js';

const actions = ['installed', 'updated', 'restored', 'unchanged', 'removed'] as const;

const kinds = ['hook', 'tool-server', 'script'] as const;
const news = ['new', 'changed', 'same'] as const;

/** Something of a plugin that agents start or run, or a script that they may run. */
export class StartedPart {
  @IsIn(kinds) kind!: (typeof kinds)[number];
  /** Of a hook its event and matcher, or the agent in whose own form it is; of a tool server its name; of a script its path in the plugin. */
  @IsString() name!: string;
  /** The command line or address; `null` for a script. */
  @Nullable() @IsString() runs!: string | null;
}

/** A part of a plugin that is installed, with what changes by it. */
export class BroughtPart extends StartedPart {
  /** Compared with the version that was installed here before. */
  @IsIn(news) change!: (typeof news)[number];
}

/** Something of a source that was not taken. */
export class LeftOutPart {
  /** A path in the plugin or repository, a folder with `/` at its end; or a part in words, such as `hook Notification`. */
  @IsString() what!: string;
  /** The reason, as the end of a sentence. */
  @IsString() why!: string;
}

export const offerKinds = ['skill', 'plugin'] as const;

/** Something that a repository, a folder or a marketplace offers. */
export class SourceOffer {
  /** `plugin`: installed whole. `skill`: a folder with a `SKILL.md` that belongs to no plugin that is offered. */
  @IsIn(offerKinds) kind!: (typeof offerKinds)[number];
  /** What `--skill` or `--plugin` calls it. */
  @IsString() name!: string;
  /** One line; empty where its author wrote none. */
  @IsString() description!: string;
  /** Its folder, relative to the source, with `/`; empty for the source itself. Of an entry of a marketplace that is elsewhere: that source. */
  @IsString() path!: string;
  /** How many files it has; `null` where they are elsewhere and were not looked at. */
  @Nullable() @IsInt() files!: number | null;
  /** Their size in bytes; `null` where they were not read. */
  @Nullable() @IsInt() bytes!: number | null;
  /** Whether the project has it from this source. */
  @IsBoolean() installed!: boolean;
  /** Why it is installed only when it is named, such as `its folder is called internal`; `null` where nothing hinders. */
  @Nullable() @IsString() withheld!: string | null;
}

/** What happened to one plugin. */
export class PluginChange {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  @IsString() version!: string;
  /** The version that was there before; `null` when there was none. */
  @Nullable() @IsString() from!: string | null;
  /** `registry`, `file:<path>` or a repository's address. */
  @IsString() source!: string;
  /** `restored`: the version is the same, but files in `.svc/plugins` were missing or changed. */
  @IsIn(actions) action!: (typeof actions)[number];
  /** Names of the skills that are linked. */
  @IsArray() @IsString({ each: true }) skills!: string[];
  /** Hooks, tool servers and scripts of a plugin whose files were written; empty for others. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => BroughtPart) brings!: BroughtPart[];
  /** What its source has and was not taken, where its files were written; empty for others. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => LeftOutPart) leftOut!: LeftOutPart[];
  /** What in its source deserves a look, one sentence each, where its files were written: all of it, of which a terminal shows the first few. */
  @Optional() @IsArray() @IsString({ each: true }) warnings?: string[];
}

const withdrawals = ['archived', 'unpublished', 'missing'] as const;

/** A plugin of the project whose version the registry no longer offers for new installs. */
export class WithdrawnPlugin {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** The version that the project has. */
  @IsString() version!: string;
  /** `archived`: still installed from the lock. `unpublished`: removed for good. `missing`: it does not exist, or you may not see it. */
  @IsIn(withdrawals) state!: (typeof withdrawals)[number];
  /** Why it was archived, or what its absence may mean; `null` without a reason. */
  @Nullable() @IsString() reason!: string | null;
}

/** A plugin that could not be looked up at its source. */
export class FailedCheck {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** Code of the error, such as `server_unreachable`. */
  @IsString() code!: string;
  /** What went wrong, in one sentence. */
  @IsString() message!: string;
}

/** What a command did to the project. */
export class ProjectChange {
  /** Absolute path of the project's folder; with `--global` of the home folder. */
  @IsString() project!: string;
  /** `null` for the user's plugins. */
  @Nullable() @IsIn(projectModes) mode!: ProjectMode | null;
  /** Ids of the coding agents that were set up. */
  @IsArray() @IsString({ each: true }) agents!: string[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => PluginChange) plugins!: PluginChange[];
  /** Plugins whose versions the registry no longer offers for new installs, as far as the command asked the registry. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => WithdrawnPlugin)
  withdrawn!: WithdrawnPlugin[];
  /** Files, folders and links that were written or removed, relative to the project or the home folder, absolute where an agent's files were moved out of that. */
  @IsArray() @IsString({ each: true }) written!: string[];
  /** What the user still has to do, one sentence each. */
  @IsArray() @IsString({ each: true }) nextSteps!: string[];
  /** Plugins that were not installed or updated, because their source is gone or the look-up of newer versions failed. The others were. */
  @Optional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => FailedCheck)
  failed?: FailedCheck[];
  /** What the source offers, with `--list`, or when nothing was installed because a choice is needed; else what it has and was not taken. */
  @Optional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => SourceOffer)
  offers?: SourceOffer[];
  /** Skills to choose from: set when nothing was installed because a choice is needed. */
  @Optional() @IsArray() @IsString({ each: true }) choices?: string[];
}

/** A coding agent of the project: what shows it, and what it gets. Paths are relative to the project. */
export class AgentSetup {
  @IsString() id!: string;
  /** The name that people know it by. */
  @IsString() name!: string;
  /** Whether the project is set up for it, as svc.json then says; otherwise there are only traces of it. */
  @IsBoolean() chosen!: boolean;
  /** Files and folders that show that the project uses it; empty for one that was chosen without any. */
  @IsArray() @IsString({ each: true }) detected!: string[];
  /** Of the paths in `written`, those that the agent reads. */
  @IsArray() @IsString({ each: true }) written!: string[];
  /** The folder in which its skills are linked when plugins bring some; `null` where svc does not know it. */
  @Nullable() @IsString() skills!: string | null;
  /** The file, or folder of files, through which rules reach it; `null` where none is known. */
  @Nullable() @IsString() rules!: string | null;
  /** The file with its tool servers; `null` where none is known. */
  @Nullable() @IsString() toolServers!: string | null;
  /** The file with its hooks; `null` where none is known. */
  @Nullable() @IsString() hooks!: string | null;
}

/** What `svc init` did: the same as any change, and agent by agent. */
export class InitReport extends ProjectChange {
  /** The chosen agents in the order of svc.json, then those of which there are only traces and that read something that no chosen one reads. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => AgentSetup) setups!: AgentSetup[];
}

export class ListedPlugin {
  /** `<workspace>/<plugin>`. */
  @IsString() name!: string;
  /** What svc.json asks for: a version, `latest`, or a source. */
  @IsString() wanted!: string;
  /** The version of the lock; `null` when nothing was installed yet. */
  @Nullable() @IsString() version!: string | null;
  /** `registry`, `file:<path>` or a repository's address. */
  @IsString() source!: string;
  /** Whether its folder is in `.svc/plugins`. */
  @IsBoolean() installed!: boolean;
  /** Names of the skills that are linked. */
  @IsArray() @IsString({ each: true }) skills!: string[];
  /** Names of its rules. */
  @IsArray() @IsString({ each: true }) rules!: string[];
}

/** The plugins of the project. */
export class PluginList {
  /** Absolute path of the project's folder; with `--global` of the home folder. */
  @IsString() project!: string;
  /** `null` for the user's plugins. */
  @Nullable() @IsIn(projectModes) mode!: ProjectMode | null;
  /** Ids of the coding agents of svc.json. */
  @IsArray() @IsString({ each: true }) agents!: string[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => ListedPlugin) plugins!: ListedPlugin[];
}

export class TileVersionRef {
  @IsString() workspaceName!: string;
  @IsString() tileName!: string;
  @IsString() version!: string;
}

export class CurrentTile {
  @ValidateNested() @Type(() => TileVersionRef) tile!: TileVersionRef;
}

export class AvailableUpdate {
  @IsString() version!: string;
  /** True when the update changes the major version: `svc update` takes it only with `--force`. */
  @IsBoolean() breaking!: boolean;
}

export class OutdatedPlugin {
  @ValidateNested() @Type(() => CurrentTile) current!: CurrentTile;
  /** The newest version there is. */
  @ValidateNested() @Type(() => AvailableUpdate) update!: AvailableUpdate;
  /** The newest version of the same major, which `svc update` takes without `--force`; `null` when that is the present one. */
  @Nullable() @IsString() compatible!: string | null;
}

/** The plugins of the project that have a newer version. */
export class OutdatedReport {
  /** Absolute path of the project's folder; with `--global` of the home folder. */
  @IsString() project!: string;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => OutdatedPlugin)
  outdated!: OutdatedPlugin[];
  /** Plugins whose newer versions could not be looked up. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => FailedCheck) failed!: FailedCheck[];
  /** Plugins whose versions the registry no longer offers for new installs. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => WithdrawnPlugin)
  withdrawn!: WithdrawnPlugin[];
}

const differences = [
  'changed',
  'mode',
  'missing',
  'extra',
  'unlocked',
  'disagrees',
  'altered',
] as const;

/** One difference from the lock. */
export class Difference {
  /** The plugin that it belongs to; `null` for a file of an agent. */
  @Nullable() @IsString() plugin!: string | null;
  /** A file, folder or link, as `written` of an install names it. */
  @IsString() path!: string;
  /** `mode`: it is executable and should not be, or the other way round. `unlocked`: a plugin that is not in the lock. `disagrees`: svc.json and the lock differ. `altered`: the lock lists other hooks or tool servers than the plugin's files declare. */
  @IsIn(differences) kind!: (typeof differences)[number];
  /** What is wrong, in a few words; a person's own change to an agent's file is reported here too. */
  @IsString() message!: string;
}

/** How what is installed differs from the lock. */
export class VerifyReport {
  /** Absolute path of the project's folder; with `--global` of the home folder. */
  @IsString() project!: string;
  /** How many plugins were compared. */
  @IsInt() plugins!: number;
  /** How many skills agents find behind the links, each counted once. */
  @IsInt() skills!: number;
  /** How many files of plugins were compared. */
  @IsInt() files!: number;
  /** Empty when everything matches the lock. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => Difference) differences!: Difference[];
  /** What was restored by `--repair`. */
  @IsArray() @IsString({ each: true }) repaired!: string[];
}

export class Authentication {
  @IsBoolean() authenticated!: boolean;
  /** The e-mail address of the account; `null` when signed out or signed in with an API key. */
  @Nullable() @IsString() email!: string | null;
}

/** One plugin of svc.json and what is on disk. */
export class TileState {
  @IsString() workspaceName!: string;
  @IsString() tileName!: string;
  /** What svc.json asks for. */
  @IsString() manifestVersion!: string;
  /** What is in `.svc/plugins`; `null` when it is missing. */
  @Nullable() @IsString() installedVersion!: string | null;
}

export class OutdatedTile extends TileState {
  /** The newest version that may be installed. */
  @IsString() latestVersion!: string;
}

export class InvalidPackage {
  @IsString() name!: string;
  @IsString() problem!: string;
}

export class TileCounts {
  @IsInt() upToDate!: number;
  @IsInt() missing!: number;
  @IsInt() outdated!: number;
  @IsInt() invalid!: number;
}

export class TileLists {
  @IsArray() @ValidateNested({ each: true }) @Type(() => TileState) upToDate!: TileState[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => TileState) missing!: TileState[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => OutdatedTile) outdated!: OutdatedTile[];
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => InvalidPackage)
  invalidPackages!: InvalidPackage[];
}

export class ManifestState {
  @ValidateNested() @Type(() => TileCounts) summary!: TileCounts;
  @ValidateNested() @Type(() => TileLists) tiles!: TileLists;
}

export class StatusReport {
  /** Absolute path of the project's folder; `null` when there is no project. */
  @Nullable() @IsString() project!: string | null;
  @ValidateNested() @Type(() => Authentication) authentication!: Authentication;
  @ValidateNested() @Type(() => ManifestState) manifest!: ManifestState;
}

const trustStates = ['trusted', 'untrusted', 'unknown'] as const;

/** Something that an agent reads only after its user has agreed. */
export class AgentConsent {
  /** `unknown`: the agent keeps it where svc cannot see it. */
  @IsIn(trustStates) state!: (typeof trustStates)[number];
  /** What it ignores until then, and what to do. */
  @IsString() step!: string;
}

/** What svc has written for an agent: paths relative to the project; `null` where there is nothing of the kind for it. */
export class AgentState {
  @IsString() id!: string;
  /** The name that people know it by. */
  @IsString() name!: string;
  /** The folder with its skills. */
  @Nullable() @IsString() skills!: string | null;
  /** The file, or folder of files, through which rules reach it. */
  @Nullable() @IsString() rules!: string | null;
  @Nullable() @IsString() toolServers!: string | null;
  @Nullable() @IsString() hooks!: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => AgentConsent) trust!: AgentConsent[];
}

/** The state of a project, as the tool `status` has it, and what its agents get. */
export class ProjectStatus extends StatusReport {
  /** Absolute path of the project's folder; with `--global` of the home folder. */
  @IsString() override project!: string;
  /** `null` for the user's plugins. */
  @Nullable() @IsIn(projectModes) mode!: ProjectMode | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => AgentState) agents!: AgentState[];
  /** Problems that need attention, one sentence each. */
  @IsArray() @IsString({ each: true }) faults!: string[];
}
