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
import { SessionFlags } from './session-flags.js';

/** What a process does with a file. */
export const fileOperations = ['read', 'write'] as const;
export type FileOperation = (typeof fileOperations)[number];

export class VerifyInput {
  /** File to check; `-` is standard input. */
  @Optional() @IsString() @IsNotEmpty() path?: string;
  /** The same as a flag. Without a value it is `.lnk/lnk.json`. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
  /** Print the answer as one object for the plugin of an editor, which chooses the target itself: a session without one is no mistake. */
  @Optional() @IsBoolean() editor?: boolean;
  /** Print the resolved configuration, which is a valid file itself. */
  @Optional() @IsBoolean() resolved?: boolean;
}

export class ExplainInput extends SessionFlags {
  /** Field to explain, such as `feature.fs.mode`. Without it, every field that has a value. */
  @Optional() @IsString() @IsNotEmpty() field?: string;
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}

export class SchemaInput {
  /** File to write the schema to, in place of standard output. */
  @Optional() @IsString() @IsNotEmpty() output?: string;
}

export class DecidePathInput {
  /** Path that the process would open. */
  @IsString() @IsNotEmpty() path!: string;
  /** Whether it would only read, or also write, create, rename or delete. */
  @IsIn(fileOperations) op: FileOperation = 'read';
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}

export class DecideEnvInput {
  /** Names of variables. */
  @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) name!: string[];
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}

export class DecideOutgoingInput {
  /** Address that the process would connect to: `tcp://host:port`, `udp://host:port` or `unix:///path`. */
  @IsString() @IsNotEmpty() address!: string;
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}

export class DecideDnsInput {
  /** Host name that the process would look up; `name:port` where the service's port matters. */
  @IsString() @IsNotEmpty() name!: string;
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}

export class DecideIncomingInput {
  /** Port of the target that a request arrives at. */
  @IsInt() @Min(1) @Max(65_535) port!: number;
  /** Headers of the request, as `Name: value`. `:method: POST` and `:path: /orders` give its method and path. */
  @Optional() @IsArray() @IsString({ each: true }) header?: string[];
  /** Configuration file; without a value `.lnk/lnk.json`. Without the flag, no file is read. */
  @Optional() @IsArray() @IsString({ each: true }) configFile?: string[];
}
