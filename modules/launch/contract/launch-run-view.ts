/** Launches and their results, as every surface shows them. */
import {
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Nullable,
  Type,
  ValidateNested,
  IsArray,
} from 'svc-registry/dto';
import { RunProgress } from '../../jobs/contract/run-view.js';
import { runStates, type RunState } from '../../jobs/contract/run.machine.js';
import { resultStatuses, type ResultStatus } from './envelope.js';
import { LaunchResultView } from './launch-view.js';

/** What starts launches. */
export const launchTriggers = ['manual', 'api', 'scheduled'] as const;
export type LaunchTrigger = (typeof launchTriggers)[number];

/** How a launch was requested. */
export class LaunchConfig {
  /** The skill: `<workspace>/<plugin>@<version>#<skill>`, or `file:<path>[#<skill>]` in the repository. */
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
  /** Names of the inputs that were given, in order. */
  @IsArray() @IsString({ each: true }) inputNames!: readonly string[];
  /** `manual`: a person. `api`: an API key. `scheduled`: a schedule. */
  @IsIn(launchTriggers) triggerSource!: LaunchTrigger;
}

/** Why a launch failed. */
export class LaunchFailure {
  /** Such as `worker_vanished`. */
  @IsString() code!: string;
  /** What happened and what to do, for people. */
  @IsString() message!: string;
}

/** The changes that a launch has made. */
export class LaunchPatch {
  /** Size in bytes; 0 when nothing was changed. */
  @IsInt() bytes!: number;
}

/** An entry of the list of launches. */
export class LaunchRunListed {
  /** Id of the launch. */
  @IsUUID() launchRunId!: string;
  /** Where it stands. */
  @IsIn(runStates) status!: RunState;
  /** The name that it was given; `null` without one. */
  @Nullable() @IsString() label!: string | null;
  @ValidateNested() @Type(() => LaunchConfig) config!: LaunchConfig;
  /** When it was requested. */
  @IsInstant() createdAt!: string;
  /** When work on it began; `null` before. */
  @Nullable() @IsInstant() startedAt!: string | null;
  /** When it was completed, failed or was cancelled; `null` before. */
  @Nullable() @IsInstant() finishedAt!: string | null;
  /** Whether the skill has reported a result. */
  @IsBoolean() hasResult!: boolean;
  /** What the skill reported of its success; `null` without a result. */
  @Nullable() @IsIn(resultStatuses) resultStatus!: ResultStatus | null;
  /** Why it failed; `null` if it did not. */
  @Nullable() @ValidateNested() @Type(() => LaunchFailure) failureReason!: LaunchFailure | null;
}

/** A launch. */
export class LaunchRunView extends LaunchRunListed {
  /** Name of the workspace. */
  @IsString() workspace!: string;
  /** How far it is; `null` if it has reported nothing, and after its end. */
  @Nullable() @ValidateNested() @Type(() => RunProgress) progress!: RunProgress | null;
  /** What the skill reported; `null` before, and if the launch ended without. */
  @Nullable() @ValidateNested() @Type(() => LaunchResultView) result!: LaunchResultView | null;
  /** The commit that was checked out: 40 hex digits; `null` before. */
  @Nullable() @IsString() commit!: string | null;
  /** The resolved schema of the inputs; `null` without one. */
  @Nullable() @IsObject() inputSchema!: object | null;
  /** The resolved schema of `output`; `null` without one. */
  @Nullable() @IsObject() outputSchema!: object | null;
  /** What was changed; `null` before the agent's end, and if the changes could not be kept. */
  @Nullable() @ValidateNested() @Type(() => LaunchPatch) patch!: LaunchPatch | null;
  /** False if the agent ran without a sandbox because the operator allows it; `null` before it ran. */
  @Nullable() @IsBoolean() sandboxed!: boolean | null;
}
