/** Inputs of the operations on launches that run on the server. */
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  Optional,
  PageInput,
} from 'svc-registry/dto';
import { runStates, type RunState } from '../../jobs/contract/run.machine.js';

/** A name that cannot be taken for a flag, because agents get it as an argument. */
export const MODEL_NAME = {
  form: /^[\w@[][\w.@:/[\]-]*$/,
  message: '$property must be the name of a model',
};

/** One line of visible characters. */
export const VISIBLE = {
  form: /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u,
  options: { message: '$property must not have control characters' },
} as const;

/** How a skill is launched; what tasks and schedules add is theirs. */
export class LaunchOptions {
  /** The branch that is cloned; default `main`. */
  @Optional()
  @IsString()
  @Length(1, 250)
  @Matches(VISIBLE.form, VISIBLE.options)
  baseBranch?: string;
  /** A commit (40 hex digits) or a tag that is checked out instead of the branch's head. */
  @Optional() @IsString() @Length(1, 250) @Matches(VISIBLE.form, VISIBLE.options) snapshot?: string;
  /** The folder of the repository in which the agent works; default its root. */
  @Optional() @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) cwd?: string;
  /** Id of the agent; default `claude-code`. */
  @Optional() @IsString() @Length(1, 100) @Matches(VISIBLE.form, VISIBLE.options) agent?: string;
  /** Name of the model, as the agent calls it. */
  @Optional()
  @IsString()
  @Length(1, 200)
  @Matches(MODEL_NAME.form, MODEL_NAME)
  model?: string;
  /** Values of the skill's placeholders: strings by name. */
  @Optional() @IsObject() inputs?: Record<string, string>;
  /** What the agent is told besides the skill. */
  @Optional()
  @IsString()
  @Length(1, 65_536)
  @Matches(/^[^\0]*$/, { message: '$property must not have NUL' })
  instructions?: string;
  /** A name for the run, shown in lists. */
  @Optional() @IsString() @Length(1, 256) @Matches(VISIBLE.form, VISIBLE.options) label?: string;
}

/** What is launched, where, and how. */
export class LaunchFields extends LaunchOptions {
  /** `<workspace>/<skill>[@<version>]`, `<workspace>/<plugin>[@<version>][#<skill>]`, or `file:<path>[#<skill>]` with a path in the repository. */
  @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) skill!: string;
  /** The repository: `<owner>/<name>` on GitHub, or an https address. */
  @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) repo!: string;
  /** Id of the environment whose variables the agent gets. */
  @Optional() @IsUUID() environment?: string;
}

export class StartLaunchInput extends LaunchFields {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
}

export class LaunchRef {
  /** Id of the launch. */
  @IsUUID() id!: string;
}

export class LaunchLook extends LaunchRef {
  /** Seconds to wait for the end of the launch before the answer, at most 20; default 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}

export class ListLaunchesInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Only launches in this state. */
  @Optional() @IsIn(runStates) status?: RunState;
  /** Leaves out launches that are turns of tasks; default false. */
  @Optional() @IsBoolean() withoutTurns?: boolean;
}

export class LaunchLogsInput extends LaunchRef {
  /** Only entries with a higher number; default all. The answer is held back until there is one or the launch has ended, for at most `wait` seconds. */
  @Optional() @IsInt() @Min(0) after?: number;
  /** At most 20; default 20 with `after`, else 0. */
  @Optional() @IsInt() @Min(0) @Max(20) wait?: number;
}
