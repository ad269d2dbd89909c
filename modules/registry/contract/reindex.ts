import { runStates, type RunState } from '../../jobs/contract/run.machine.js';
import { IsIn, IsInt, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

export class ReindexInput {
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** How far the rebuilding of the search index is. */
export class ReindexView {
  /** Id of the run. */
  @IsString() run!: string;
  /** `queued` on SQLite, where it begins with the next start of the server. */
  @IsIn(runStates) state!: RunState;
  /** Plugins that are in the index again. */
  @IsInt() done!: number;
  /** Plugins in all. */
  @IsInt() total!: number;
}
