/** What people see of a run. Loads the libraries that validate, so only DTOs import it. */
import {
  IsIn,
  IsInstant,
  IsNumber,
  IsString,
  IsUUID,
  Min,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { runStates, type RunState } from './run.machine.js';

/** How far a run is. */
export class RunProgress {
  /** What is being worked on. */
  @IsString() text!: string;

  /** What is done to each piece of work, such as `Checking`. */
  @Optional() @IsString() phase?: string;

  /** Completed pieces of work. */
  @Optional() @IsNumber() @Min(0) done?: number;

  /** Number of the pieces that are known so far. */
  @Optional() @IsNumber() @Min(1) total?: number;
}

/** A run as its followers see it. Modules that own runs answer it as a part of their own views. */
export class RunView {
  @IsUUID() id!: string;

  @IsIn(runStates) state!: RunState;

  /** What the work has reported last. */
  @Nullable() @ValidateNested() @Type(() => RunProgress) progress!: RunProgress | null;

  /** Why the last attempt failed. */
  @Nullable() @IsString() error!: string | null;

  @IsInstant() createdAt!: string;

  /** When the first attempt began. */
  @Nullable() @IsInstant() startedAt!: string | null;

  @Nullable() @IsInstant() finishedAt!: string | null;
}
