import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, Optional } from 'svc-registry/dto';

/** How a worker is started. */
export class WorkerInput {
  /** How many pieces of work to do at once; default SVC_JOB_CONCURRENCY, else 2. */
  @Optional() @IsInt() @Min(1) @Max(99) concurrency?: number;

  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;

  /** Form of the log on stderr: a few lines for people, or JSON lines; default text at a terminal, else json. */
  @Optional() @IsIn(['text', 'json']) log?: 'text' | 'json';
}
