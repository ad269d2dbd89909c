/** Launches and their results, as commands print them. */
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { runStates, type RunState } from '../../jobs/contract/run.machine.js';
import { resultStatuses, type ResultStatus } from './envelope.js';

/** A session that has ended. */
export class AgentSessionView {
  /** Id of the agent. */
  @IsString() agent!: string;
  /** Of the agent's program; 128 and the number of the signal if one ended it. */
  @IsInt() exitCode!: number;
}

/** What the agent reports (specification, "Launch result envelope"). */
export class LaunchResultView {
  @IsIn(resultStatuses) status!: ResultStatus;
  /** What was done, in a few sentences. */
  @IsString() summary!: string;
  /** Only if the status is `succeeded` and the skill declares `schemas.output`. */
  @Optional() @IsObject() output?: Readonly<Record<string, unknown>>;
  /** Only if the status is `needs_input`. */
  @Optional() @IsArray() @IsString({ each: true }) questions?: readonly string[];
  /** Only if the status is `failed`. */
  @Optional() @IsString() reason?: string;
}

/** A launch. */
export class LaunchView {
  /** `null` for a launch on the user's machine. */
  @Nullable() @IsString() launchRunId!: string | null;
  /** One that runs on the user's machine is `completed` or `failed` when it is shown. */
  @IsIn(runStates) status!: RunState;
  /** `null` as long as there is none, and after a session in the agent's own interface. */
  @Nullable() @ValidateNested() @Type(() => LaunchResultView) result!: LaunchResultView | null;
}
