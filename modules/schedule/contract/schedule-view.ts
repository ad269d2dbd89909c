/** Schedules and their runs, as every surface shows them. */
import {
  IsArray,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { runStates, type RunState } from '../../jobs/contract/run.machine.js';
import { LaunchResultView } from '../../launch/contract/launch-view.js';
import { scheduleStates, type ScheduleState } from './schedule.machine.js';

/** What a schedule launches. */
export class ScheduleConfig {
  /** The skill: `<workspace>/<plugin>[@<version>][#<skill>]`, or `file:<path>[#<skill>]` in the repository. */
  @IsString() skillRef!: string;
  /** Address of the repository. */
  @IsString() repoUrl!: string;
  /** The branch that is cloned. */
  @IsString() baseBranch!: string;
  /** The commit or tag that is checked out instead of the branch's head; `null` for that. */
  @Nullable() @IsString() snapshot!: string | null;
  /** The folder in which the agent works; `null` for the repository's root. */
  @Nullable() @IsString() workdir!: string | null;
  /** Id of the agent. */
  @IsString() agent!: string;
  /** Name of the model; `null` for the agent's default. */
  @Nullable() @IsString() model!: string | null;
  /** Id of the environment; `null` without one. */
  @Nullable() @IsUUID() environmentId!: string | null;
  /** Names of the inputs that are given, in order. */
  @IsArray() @IsString({ each: true }) inputNames!: readonly string[];
  /** What the agent is told besides the skill; `null` for nothing. */
  @Nullable() @IsString() instructions!: string | null;
}

/** The entry of a `svc.json` that defines a schedule. */
export class ScheduleSource {
  /** Address of the repository. */
  @IsString() repo!: string;
  /** Path of the file in the repository. */
  @IsString() file!: string;
  /** The entry's key. */
  @IsString() key!: string;
}

/** A scheduled launch. */
export class LastScheduledRun {
  /** Id of the launch. */
  @IsUUID() launchRunId!: string;
  /** The time of the schedule that it was started for. */
  @IsInstant() scheduledFor!: string;
  /** Where it stands. */
  @IsIn(runStates) status!: RunState;
}

/** Why something did not happen. */
export class ScheduleProblem {
  /** Such as `environment_gone`. */
  @IsString() code!: string;
  /** What happened and what to do, for people. */
  @IsString() message!: string;
  /** When it happened. */
  @IsInstant() at!: string;
}

/** An entry of the list of schedules. */
export class ScheduleListed {
  /** Id of the schedule. */
  @IsUUID() id!: string;
  /** Whether it starts launches. */
  @IsIn(scheduleStates) status!: ScheduleState;
  /** Five fields. */
  @IsString() cron!: string;
  /** The time zone of `cron`. */
  @IsString() timezone!: string;
  /** Its name; `null` without one. */
  @Nullable() @IsString() label!: string | null;
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** The skill that it launches. */
  @IsString() skillRef!: string;
  /** When it launches next; `null` while it is paused, and if its times come no more. */
  @Nullable() @IsInstant() nextRunAt!: string | null;
  /** The launch of its latest time that was not missed or skipped; `null` before. */
  @Nullable() @ValidateNested() @Type(() => LastScheduledRun) lastRun!: LastScheduledRun | null;
}

/** A schedule. */
export class ScheduleView extends ScheduleListed {
  @ValidateNested() @Type(() => ScheduleConfig) config!: ScheduleConfig;
  /** The entry of a `svc.json` that defines it; `null` for one that was created by a command, a tool or a request. */
  @Nullable() @ValidateNested() @Type(() => ScheduleSource) source!: ScheduleSource | null;
  /** Whose rights count when it launches: who created, resumed or synchronized it last; an e-mail address or the name of a key. */
  @IsString() owner!: string;
  /** How many of its times passed while no server ran. */
  @IsInt() missed!: number;
  /** How many of its times passed while the launch of the time before still ran. */
  @IsInt() skipped!: number;
  /** How many of its times began no launch, because it was refused. */
  @IsInt() refused!: number;
  /** Why the server has paused it; `null` otherwise. */
  @Nullable() @ValidateNested() @Type(() => ScheduleProblem) pausedBecause!: ScheduleProblem | null;
  /** Why its latest time began no launch; `null` if it did. */
  @Nullable() @ValidateNested() @Type(() => ScheduleProblem) lastProblem!: ScheduleProblem | null;
  /** When it was created. */
  @IsInstant() createdAt!: string;
}

/** What begins a launch of a schedule. */
export const runCauses = ['scheduled', 'triggered'] as const;

/** A launch that a schedule has begun. */
export class ScheduleRunView {
  /** Id of the launch. */
  @IsUUID() launchRunId!: string;
  /** `scheduled`: one of its times. `triggered`: a person or program. */
  @IsIn(runCauses) cause!: (typeof runCauses)[number];
  /** The time of the schedule that it was started for; `null` for one that was triggered. */
  @Nullable() @IsInstant() scheduledFor!: string | null;
  /** Where it stands. */
  @IsIn(runStates) status!: RunState;
  /** When it was requested. */
  @IsInstant() createdAt!: string;
  /** When it ended; `null` before. */
  @Nullable() @IsInstant() finishedAt!: string | null;
  /** What the skill reported; `null` before, and if the launch ended without. */
  @Nullable() @ValidateNested() @Type(() => LaunchResultView) result!: LaunchResultView | null;
}

/** What triggering a schedule has begun. */
export class TriggeredSchedule {
  /** Id of the schedule. */
  @IsUUID() id!: string;
  /** Id of the launch. */
  @IsUUID() launchRunId!: string;
}

/** What the schedules of a `svc.json` needed to become what the file says. Keys of the file, in order. */
export class SyncedSchedules {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  @IsArray() @IsString({ each: true }) created!: readonly string[];
  /** Only times or label were changed. */
  @IsArray() @IsString({ each: true }) updated!: readonly string[];
  /** Deleted and created again, because what they launch was changed. */
  @IsArray() @IsString({ each: true }) recreated!: readonly string[];
  @IsArray() @IsString({ each: true }) deleted!: readonly string[];
  @IsArray() @IsString({ each: true }) unchanged!: readonly string[];
}
