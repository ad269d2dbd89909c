import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsString,
  Optional,
} from 'svc-registry/dto';

export class InitInput {
  /** Coding agent to set the project up for, in addition to those of svc.json. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) agent?: string[];
  /** Name of the project. Default is the name of the current folder. */
  @Optional() @IsString() @IsNotEmpty() name?: string;
  /** Write svc's own tool server into the files of agents, or with `--no-tool-server` take it out. Kept in svc.json; without it a person is asked. */
  @Optional() @IsBoolean() toolServer?: boolean;
  /** Ask nothing: take the agents that svc.json or the project's files name. */
  @Optional() @IsBoolean() yes?: boolean;
}

export class InstallInput {
  /** What to install: `<workspace>/<plugin>[@<version or commit>]`, a repository's address with `#<branch or commit>`, `git:<owner>/<repo>` or `file:<path>`. Without it everything that svc.json names is installed. */
  @Optional() @IsArray() @IsString({ each: true }) source?: string[];
  /** Install for the user, under `~/.svc/plugins`, not into the project. */
  @Optional() @IsBoolean() global?: boolean;
  /** Show what the source has and install nothing. */
  @Optional() @IsBoolean() list?: boolean;
  /** Take this skill of the plugin or repository, in addition to those that were chosen before; `*` is all. Repeat it for several; without a value it asks. */
  @Optional() @IsArray() @IsString({ each: true }) skill?: string[];
  /** Take this skill and no other: like `--skill`, but it replaces what was chosen before. Repeat it for several. */
  @Optional()
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  only?: string[];
  /** Take this plugin of the repository or marketplace, whole; `*` is all. Repeat it for several. */
  @Optional()
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  plugin?: string[];
  /** Write svc's own tool server into the files of agents, or with `--no-tool-server` take it out. Kept in svc.json; without it agents get the server where a plugin of the registry is installed. */
  @Optional() @IsBoolean() toolServer?: boolean;
  /** Ask nothing: take all skills and the agents that svc.json or the project's files name. */
  @Optional() @IsBoolean() yes?: boolean;
  /** Say which files are written. */
  @Optional() @IsBoolean() verbose?: boolean;
  /** Keep running and install a `file:` source again when it changes. */
  @Optional() @IsBoolean() watchLocal?: boolean;
  /** Go on without asking when an install policy warns. A policy that blocks still blocks. */
  @Optional() @IsBoolean() acceptWarnings?: boolean;
  /** Fail when a policy finds a version too new, instead of falling back to an older one. For a version that you or svc.json name, an older one is taken only when you agree at a terminal. */
  @Optional() @IsBoolean() strict?: boolean;
  /** Folder outside the repository that `file:` sources of svc.json may name, with all that is in it. Repeat it for several. Without it a person is asked once. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) allowDir?: string[];
  /** Install only what svc.json and svc-lock.json agree on, and write neither: fail when they do not agree, or when plugins that are committed (mode `vendored`) are not what the lock says. */
  @Optional() @IsBoolean() frozenLockfile?: boolean;
  /** Coding agent to install for, in addition to those of svc.json. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) agent?: string[];
}

export class InstallPackageInput {
  /** `<workspace>/<plugin>[@<version or commit>]`, a repository's address, `git:<owner>/<repo>` or `file:<path>`. Without it everything missing that svc.json names is installed. */
  @Optional() @IsString() packageName?: string;
  /** Skills to link. When it is left out and the plugin has several, nothing is installed and they are listed. */
  @Optional() @IsArray() @IsString({ each: true }) skills?: string[];
}

export class UninstallInput {
  /** `<workspace>/<plugin>` as svc.json names it, its short name, where it comes from, or a skill. */
  @Optional() @IsString() @IsNotEmpty() plugin?: string;
  /** Remove all plugins and everything that svc has written. */
  @Optional() @IsBoolean() all?: boolean;
  /** Remove only this skill of the plugin. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) skill?: string[];
  /** Remove from the user's plugins, not from the project. */
  @Optional() @IsBoolean() global?: boolean;
}

export class UninstallPackageInput {
  /** `<workspace>/<plugin>` as svc.json names it, its short name, where it comes from, or a skill. */
  @IsString() @IsNotEmpty() packageName!: string;
  /** Remove only these skills of the plugin. */
  @Optional() @IsArray() @IsString({ each: true }) skills?: string[];
}

export class VerifyInput {
  /** Verify the user's plugins, not the project's. */
  @Optional() @IsBoolean() global?: boolean;
  /** Bring back what differs, as svc-lock.json says. */
  @Optional() @IsBoolean() repair?: boolean;
}

export class ListInput {
  /** List the user's plugins, not the project's. */
  @Optional() @IsBoolean() global?: boolean;
}

export class OutdatedInput {
  /** Look at the user's plugins, not at the project's. */
  @Optional() @IsBoolean() global?: boolean;
}

export class UpdateInput {
  /** `<workspace>/<plugin>` to update. Without it all plugins of svc.json are updated. */
  @Optional() @IsString() plugin?: string;
  /** Ask nothing. Needed where there is no terminal. */
  @Optional() @IsBoolean() yes?: boolean;
  /** Update to a new major version too. */
  @Optional() @IsBoolean() force?: boolean;
  /** Update the user's plugins, not the project's. */
  @Optional() @IsBoolean() global?: boolean;
  /** Go on without asking when an install policy warns. A policy that blocks still blocks. */
  @Optional() @IsBoolean() acceptWarnings?: boolean;
  /** Coding agent to install for, in addition to those of svc.json. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) agent?: string[];
}

export class UpdateTilesInput {
  /** Plugins to update, as svc.json names them. */
  @IsArray() @ArrayNotEmpty() @IsString({ each: true }) tiles!: string[];
  /** Update to a new major version too; without it these updates are skipped. */
  @IsBoolean() force = false;
}

export class StatusInput {}

export class ShowStatusInput {
  /** Show the user's plugins, not the project's. */
  @Optional() @IsBoolean() global?: boolean;
}
