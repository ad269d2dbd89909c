import { IsBoolean, IsString, Length, Matches, Optional, PageInput } from 'svc-registry/dto';
import { PROJECT_NAME } from '../../install/contract/project-files.js';
import { PROJECT_NAME_RULE } from './names.js';

const MAX_WORKSPACE = 201;

/** Where a project belongs. */
export class InWorkspace {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, MAX_WORKSPACE) workspace?: string;
}

/** Which projects to list. */
export class ListCommandInput extends PageInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, MAX_WORKSPACE) workspace?: string;
}

/** Which project to create. */
export class CreateCommandInput extends InWorkspace {
  /** Name of the project; default is the name in `svc.json`, else that of the current folder. */
  @Optional() @IsString() @Matches(PROJECT_NAME, PROJECT_NAME_RULE) projectName?: string;
  /** Make a project of its own here, although a folder above has one. */
  @Optional() @IsBoolean() nested?: boolean;
  /** Make a separate project, although this folder or its repository has one. */
  @Optional() @IsBoolean() new?: boolean;
}

/** Where to look for the project of this folder. */
export class LinkCommandInput extends InWorkspace {}

/** What to mend, and how. */
export class RepairCommandInput extends InWorkspace {
  /** Link svc.json to the project that has this folder's source, or to `--project`. */
  @Optional() @IsBoolean() relink?: boolean;
  /** Name of the project that this folder is, instead of the one in svc.json. */
  @Optional() @IsString() @Matches(PROJECT_NAME, PROJECT_NAME_RULE) project?: string;
  /** Bind the project to the source of this folder. */
  @Optional() @IsBoolean() updateSource?: boolean;
  /** Give the project of this source the name that svc.json has. */
  @Optional() @IsBoolean() updateName?: boolean;
  /** Ask nothing; where one thing alone would help, do it. */
  @Optional() @IsBoolean() yes?: boolean;
}
