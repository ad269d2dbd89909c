import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  Min,
  Optional,
} from 'svc-registry/dto';

/** Input of operations that take none. */
export class NoInput {}

/** Which machines to show. */
export class MachinesInput {
  /** Id of one machine, such as registry.moderation; default is all. */
  @Optional() @IsString() @IsNotEmpty() machine?: string;
}

/** What agents may do through the tool server without a person. */
export class McpStartInput {
  /** A folder that tools may write in and publish from besides those that are open. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) allowDir?: string[];
  /** Tools may publish the first public version of a plugin without asking. */
  @Optional() @IsBoolean() allowPublic?: boolean;
}

/** How a server is started. */
export class ServeInput {
  /** Address to listen on; default SVC_HOST, else 127.0.0.1. */
  @Optional() @IsString() @IsNotEmpty() host?: string;

  /** Port to listen on; default SVC_PORT, else 4873; 0 takes a free one. */
  @Optional() @IsInt() @Min(0) @Max(65535) port?: number;

  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;

  /** Local trial: sign this user in at once. Refused on any address but loopback. */
  @Optional() @IsBoolean() dev?: boolean;

  /** Form of the log on stderr: a few lines for people, or JSON lines; default text at a terminal, else json. */
  @Optional() @IsIn(['text', 'json']) log?: 'text' | 'json';
}

/** How a worker is started. */
export class WorkerInput {
  /** How many pieces of work to do at once, beside the long ones (SVC_LONG_JOB_CONCURRENCY); default SVC_JOB_CONCURRENCY, else 2. */
  @Optional() @IsInt() @Min(1) @Max(99) concurrency?: number;

  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;

  /** Form of the log on stderr: a few lines for people, or JSON lines; default text at a terminal, else json. */
  @Optional() @IsIn(['text', 'json']) log?: 'text' | 'json';
}
