/** Inputs of the commands and tools that run on the user's machine. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  MapOf,
  Max,
  Min,
  Optional,
} from 'svc-registry/dto';
import { scheduleStates, type ScheduleState } from './schedule.machine.js';

/** The server checks the lengths: here they would only make the tool's description longer. */
export class CreateCommandInput {
  /** Five fields, such as `0 9 * * 1-5`. */
  @IsString() cron!: string;
  /** Its time zone, such as `Europe/Berlin`; default `UTC`. */
  @Optional() @IsString() timezone?: string;
  /** Id of a launch to repeat as it was; excludes all that says what is launched. */
  @Optional() @IsUUID() fromRun?: string;
  /** `<workspace>/<plugin>[@<version>][#<skill>]`, or `file:<path>[#<skill>]` with a path in the repository. */
  @Optional() @IsString() skill?: string;
  /** `<owner>/<name>` or the URL of the repository. */
  @Optional() @IsString() repo?: string;
  /** The branch to clone; default `main`. */
  @Optional() @IsString() baseBranch?: string;
  /** The commit or tag to check out instead of the end of the branch. */
  @Optional() @IsString() snapshot?: string;
  /** The folder of the repository to work in; default its root. */
  @Optional() @IsString() cwd?: string;
  /** Id of the agent; default `claude-code`. */
  @Optional() @IsString() agent?: string;
  /** The agent's model; default is its own. */
  @Optional() @IsString() model?: string;
  /** Id of the environment with the agent's variables. */
  @Optional() @IsUUID() environment?: string;
  /** Values of the skill's placeholders: strings by name. */
  @Optional() @MapOf('string') inputs?: Record<string, string>;
  /** `<name>=<value>` for a placeholder of the skill; may be repeated. */
  @Optional() @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) input?: string[];
  /** What the agent is told besides the skill. */
  @Optional() @IsString() instructions?: string;
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() workspace?: string;
  /** A name for the schedule and its launches. */
  @Optional() @IsString() label?: string;
}

export class ListCommandInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
  /** Only schedules in this state. */
  @Optional() @IsIn(scheduleStates) status?: ScheduleState;
  /** How many to list at most, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
  /** List all of them. */
  @Optional() @IsBoolean() all?: boolean;
}

/** Works on the nearest `svc.json`. */
export class ValidateInput {}

export class SyncInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, 201) workspace?: string;
}
