import { IsString, Optional } from 'svc-registry/dto';

/** Scenarios to check. */
export class LintInput {
  /** Folder of a plugin, folder of scenarios, or folder of one scenario; default is the current folder. */
  @Optional() @IsString() source?: string;
}
