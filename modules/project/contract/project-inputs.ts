import {
  IsString,
  Length,
  Matches,
  MaxLength,
  Optional,
  OptionalNullable,
  PageInput,
} from 'svc-registry/dto';
import { PROJECT_NAME } from '../../install/contract/project-files.js';
import { PROJECT_NAME_RULE } from './names.js';

const MAX_WORKSPACE = 201;
/** Text that every database can keep and that cannot be mistaken for other text. */
const PRINTABLE = /^[^\p{Cc}\p{Cf}\p{Cs}]+$/u;
const KIND = { message: '$property must not have control characters' };

/** Which projects to list. */
export class ListProjectsInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_WORKSPACE) workspace!: string;
  /** Only the project of this name. */
  @Optional() @IsString() @MaxLength(199) name?: string;
  /** Only projects whose source is of this kind, such as `git`. */
  @Optional() @IsString() @Length(1, 64) @Matches(PRINTABLE, KIND) sourceType?: string;
  /** Only projects of this source, such as the address of a repository; however it is written. */
  @Optional() @IsString() @MaxLength(2048) sourceUri?: string;
}

export class ProjectRef {
  /** Id of the project, or `<workspace>/<project>`. */
  @IsString() @Length(1, 500) projectId!: string;
}

/** A new project. */
export class CreateProjectInput {
  /** Name or id of the workspace it belongs to. */
  @IsString() @Length(1, MAX_WORKSPACE) workspace!: string;
  /** Name within the workspace: 1 to 199 letters, digits, `-` and `_`. */
  @IsString() @Matches(PROJECT_NAME, PROJECT_NAME_RULE) name!: string;
  /** Kind of source, default `git`; only with `sourceUri`. */
  @Optional() @IsString() @Length(1, 64) @Matches(PRINTABLE, KIND) sourceType?: string;
  /** Address of the source. Of `git` one that names a host. Kept without user, password, query, fragment and the `.git` of repositories. */
  @Optional() @IsString() @Length(1, 2048) sourceUri?: string;
  /** Folder of the project within the source, with `/`; default all of it; only with `sourceUri`. */
  @Optional() @IsString() @MaxLength(4096) repoSubpath?: string;
}

/** What to change of a project; what is left out stays. */
export class UpdateProjectInput {
  /** Id of the project, or `<workspace>/<project>`. */
  @IsString() @Length(1, 500) projectId!: string;
  /** Its new name within the workspace. */
  @Optional() @IsString() @Matches(PROJECT_NAME, PROJECT_NAME_RULE) name?: string;
  /** Kind of the new source, default `git`; only with `sourceUri`. */
  @Optional() @IsString() @Length(1, 64) @Matches(PRINTABLE, KIND) sourceType?: string;
  /** Its new source; `null` binds it to none. */
  @OptionalNullable() @IsString() @Length(1, 2048) sourceUri?: string | null;
  /** Folder within the new source; only with `sourceUri`. */
  @Optional() @IsString() @MaxLength(4096) repoSubpath?: string;
}

/** What a folder says about its project. */
export class MatchProjectInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, MAX_WORKSPACE) workspace!: string;
  /** Name of the project, when the folder names one. */
  @Optional() @IsString() @MaxLength(199) name?: string;
  /** Kind of source, default `git`; only with `sourceUri`. */
  @Optional() @IsString() @Length(1, 64) @Matches(PRINTABLE, KIND) sourceType?: string;
  /** Address of the source that the folder was cloned from. */
  @Optional() @IsString() @Length(1, 2048) sourceUri?: string;
  /** Folder within the source. Only with `sourceUri`. */
  @Optional() @IsString() @MaxLength(4096) repoSubpath?: string;
}
