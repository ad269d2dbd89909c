/** Inputs of the operations on schedules that run on the server. */
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  Optional,
  PageInput,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { LaunchOptions, VISIBLE } from '../../launch/contract/launch-inputs.js';
import { MOST_ENTRIES, scheduleKey } from './limits.js';
import { scheduleStates, type ScheduleState } from './schedule.machine.js';

/** A schedule says what `fromRun` ran, or all of it itself. */
export class CreateScheduleInput extends LaunchOptions {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** When it launches: five fields, such as `0 9 * * 1-5` for weekdays at nine. */
  @IsString() @MaxLength(1000) cron!: string;
  /** The time zone of `cron`, such as `Europe/Berlin`; default `UTC`. */
  @Optional() @IsString() @MaxLength(100) timezone?: string;
  /** Id of a launch of the workspace that is repeated as it was, with the version of the skill that ran; excludes all fields that say what is launched. */
  @Optional() @IsUUID() fromRun?: string;
  /** `<workspace>/<plugin>[@<version>][#<skill>]`, or `file:<path>[#<skill>]` with a path in the repository. Required without `fromRun`. */
  @Optional() @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) skill?: string;
  /** The repository: `<owner>/<name>` on GitHub, or an https address. Required without `fromRun`. */
  @Optional() @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) repo?: string;
  /** Id of the environment whose variables the agent gets. Required without `fromRun`. */
  @Optional() @IsUUID() environment?: string;
}

export class ScheduleRef {
  /** Id of the schedule. */
  @IsUUID() id!: string;
}

/** At least one of `cron`, `timezone` and `label`. Nothing else of a schedule can change. */
export class UpdateScheduleInput extends ScheduleRef {
  /** Five fields, such as `0 9 * * 1-5`. */
  @Optional() @IsString() @MaxLength(1000) cron?: string;
  /** A time zone, such as `Europe/Berlin`. */
  @Optional() @IsString() @MaxLength(100) timezone?: string;
  /** A name for the schedule and its launches. */
  @Optional() @IsString() @Length(1, 256) @Matches(VISIBLE.form, VISIBLE.options) label?: string;
}

export class ListSchedulesInput extends PageInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** Only schedules in this state. */
  @Optional() @IsIn(scheduleStates) status?: ScheduleState;
}

export class ScheduleRunsInput extends ScheduleRef {
  /** How many to list at most, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
}

/** A schedule of a `svc.json`, as the server gets it. */
export class ScheduleEntry extends LaunchOptions {
  /** Its key in the file, which is its identity. */
  @IsString() @Matches(scheduleKey.form, scheduleKey) key!: string;
  /** Five fields, such as `0 9 * * 1-5`. */
  @IsString() @MaxLength(1000) cron!: string;
  /** The time zone of `cron`; default `UTC`. */
  @Optional() @IsString() @MaxLength(100) timezone?: string;
  /** `<workspace>/<plugin>[@<version>][#<skill>]`, or `file:<path>[#<skill>]` with a path in the repository. */
  @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) skill!: string;
  /** Name or id of the environment. */
  @IsString() @Length(1, 100) environment!: string;
}

/** All schedules of one `svc.json`: those that it does not have any more are deleted. */
export class SyncSchedulesInput {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
  /** The repository that has the file, and that the schedules clone: an https address. */
  @IsString() @Length(1, 1000) @Matches(VISIBLE.form, VISIBLE.options) repo!: string;
  /** The folder of the file in the repository, with `/`; empty for its root, which is the default. */
  @Optional() @IsString() @MaxLength(1000) @Matches(VISIBLE.form, VISIBLE.options) folder?: string;
  /** The schedules. */
  @IsArray()
  @ArrayMaxSize(MOST_ENTRIES)
  @ValidateNested({ each: true })
  @Type(() => ScheduleEntry)
  schedules!: ScheduleEntry[];
}
