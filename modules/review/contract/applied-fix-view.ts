/** Runs as the commands and tools show them that may write files. */
import { IsArray, IsString, Optional } from 'svc-registry/dto';
import { ReviewRunView } from './review-run-view.js';

/** A run with what became of its result in the folder on this machine. */
export class AppliedFixView extends ReviewRunView {
  /** What the fix run would change in the folder, or has changed there, as `diff -u` writes it; left out if it changes nothing, and after a person was asked. */
  @Optional() @IsString() differences?: string;
  /** The files that were written, relative to the skill; left out if nobody has agreed. */
  @Optional() @IsArray() @IsString({ each: true }) written?: readonly string[];
  /** The command that writes the result; left out if there is nothing left to write. */
  @Optional() @IsString() applyWith?: string;
}

/** A run as the tools return it to agents. */
export class AgentReviewView extends ReviewRunView {
  /** The files that were written, relative to the skill; left out without `apply`. */
  @Optional() @IsArray() @IsString({ each: true }) written?: readonly string[];
  /** What the agent should do next. */
  @IsString() nextStep!: string;
}
