/** Tasks, their turns and events, as every surface shows them. */
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { runStates, type RunState } from '../../jobs/contract/run.machine.js';
import { LaunchResultView } from '../../launch/contract/launch-view.js';
import { actorKinds, taskEventTypes, type ActorKind, type TaskEventType } from './events.js';
import { TaskLink, TaskQuestion } from './task-inputs.js';
import { taskStates, type TaskState } from './task.machine.js';

/** What the launches of a task do. */
export class TaskDefinition {
  /** The skill, as it was named. */
  @IsString() skillRef!: string;
  /** Address of the repository. */
  @IsString() repoUrl!: string;
  /** The branch that is cloned. */
  @IsString() baseBranch!: string;
  /** Id of the agent. */
  @IsString() agent!: string;
  /** Name of the model; `null` for the agent's default. */
  @Nullable() @IsString() model!: string | null;
  /** Id of the environment; `null` without one. */
  @Nullable() @IsUUID() environmentId!: string | null;
}

/** Addresses of a task. */
export class TaskLinks {
  /** Its page, for people. */
  @IsString() web!: string;
}

/** A task. */
export class TaskView {
  /** Id of the task. */
  @IsUUID() id!: string;
  /** Where it stands. */
  @IsIn(taskStates) status!: TaskState;
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** Its name; `null` without one. */
  @Nullable() @IsString() label!: string | null;
  @ValidateNested() @Type(() => TaskDefinition) definition!: TaskDefinition;
  /** What it waits for: answers to these. Empty unless it is `waiting_for_input`. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TaskQuestion)
  questions!: readonly TaskQuestion[];
  /** What it belongs to; `null` for nothing. */
  @Nullable() @ValidateNested() @Type(() => TaskLink) link!: TaskLink | null;
  @ValidateNested() @Type(() => TaskLinks) links!: TaskLinks;
  /** When it was created. */
  @IsInstant() createdAt!: string;
  /** When something happened to it last. */
  @IsInstant() updatedAt!: string;
}

export class CreatedTask extends TaskView {
  /** False if its `idempotencyKey` named a task already. */
  @IsBoolean() created!: boolean;
}

/** A turn of a task: a launch. */
export class TaskRunView {
  /** From 1. */
  @IsInt() turn!: number;
  /** Id of the launch. */
  @IsUUID() launchRunId!: string;
  /** Where it stands. */
  @IsIn(runStates) status!: RunState;
  /** What was done, in a few sentences; only of turns that have ended with a result. */
  @Optional() @IsString() summary?: string;
  /** What the skill reported; `null` before, and if the launch ended without. */
  @Nullable() @ValidateNested() @Type(() => LaunchResultView) result!: LaunchResultView | null;
  /** When it was requested. */
  @IsInstant() createdAt!: string;
  /** When it ended; `null` before. */
  @Nullable() @IsInstant() finishedAt!: string | null;
}

/** Who has caused an event. */
export class TaskActor {
  @IsIn(actorKinds) kind!: ActorKind;
  /** An e-mail address or the name of a key; `null` for agents and the server. */
  @Nullable() @IsString() name!: string | null;
}

/** Something that has happened to a task. */
export class TaskEventView {
  /** From 1, in the order in which they happened. */
  @IsInt() n!: number;
  @IsIn(taskEventTypes) type!: TaskEventType;
  @ValidateNested() @Type(() => TaskActor) actor!: TaskActor;
  /** When it happened. */
  @IsInstant() at!: string;
  /** What belongs to it: `launchRunId`, `text`, `answers`, `questions`, `summary`, `reason`. */
  @IsObject() data!: Readonly<Record<string, unknown>>;
}
