/** Runs as the commands and tools show them that may write files. */
import { IsArray, IsIn, IsString, IsUUID, Optional } from 'svc-registry/dto';
import { reviewStatuses, type ReviewStatus } from './review-run.machine.js';
import { ReviewRunView, reviewTypes, type ReviewType } from './review-run-view.js';

/** A run with what became of its result in the folder on this machine. */
export class AppliedFixView extends ReviewRunView {
  /** What the fix run would change in the folder, or has changed there, as `diff -u` writes it; left out if it changes nothing, and after a person was asked. */
  @Optional() @IsString() differences?: string;
  /** The files that were written, relative to the skill; empty if the folder has the changes already, and left out if nobody has agreed. */
  @Optional() @IsArray() @IsString({ each: true }) written?: readonly string[];
  /** The command that writes the result; left out if there is nothing left to write. */
  @Optional() @IsString() applyWith?: string;
}

/** A run as a tool shows it to agents. */
export class AgentReviewView extends ReviewRunView {
  /** The files that were written, relative to the skill; left out without `apply`. */
  @Optional() @IsArray() @IsString({ each: true }) written?: readonly string[];
  /** What the agent should do next. */
  @IsString() nextStep!: string;
}

/** A run that a tool has started. Its result is shown by another tool, so that agents pay for the shape of results once. */
export class StartedRunView {
  @IsUUID() reviewRunId!: string;
  @IsIn(reviewTypes) type!: ReviewType;
  /** `completed` at once if the same content has a result already. */
  @IsIn(reviewStatuses) status!: ReviewStatus;
  /** What the agent should do next. */
  @IsString() nextStep!: string;
}
