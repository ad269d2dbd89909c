import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsString, Max, Min, Optional } from 'svc-registry/dto';

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
