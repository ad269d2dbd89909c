import {
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  MapOf,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { serverScopes, type ServerScope } from './modes.js';

/** Tokens of a session, and what they cost in US dollars by the agent's own price list. */
export class AgentUsage {
  @IsInt() input!: number;
  @IsInt() output!: number;
  @IsInt() cacheRead!: number;
  @IsInt() cacheWrite!: number;
  @IsNumber() cost!: number;
}

/** How a session ended. Only `--output json` reads the answer: otherwise the agent prints it itself. */
export class AgentRun {
  /** 0 when the model has answered. */
  @IsInt() exitCode!: number;
  /** For `--resume`; `null` where no session is kept. */
  @Nullable() @IsString() sessionId!: string | null;
  /** `<provider>/<model>`. */
  @Nullable() @IsString() model!: string | null;
  /** The last answer of the model. */
  @Nullable() @IsString() text!: string | null;
  /** Why there is no answer. */
  @Nullable() @IsString() error!: string | null;
  @Nullable() @ValidateNested() @Type(() => AgentUsage) usage!: AgentUsage | null;
}

const types = ['stdio', 'http', 'unknown'] as const;

export class ToolServer {
  @IsString() name!: string;
  @IsIn(serverScopes) scope!: ServerScope;
  /** The file that it stands in. */
  @IsString() file!: string;
  /** `unknown` for an entry with neither a command nor an address. */
  @IsIn(types) type!: (typeof types)[number];
  @Nullable() @IsString() command!: string | null;
  @IsArray() @IsString({ each: true }) args!: string[];
  /** Names of its variables; a value is `********`, or `${NAME}` where it is taken from the environment. */
  @MapOf('string') env!: Record<string, string>;
  @Nullable() @IsString() url!: string | null;
  /** Names of its headers, with values as those of `env`. */
  @MapOf('string') headers!: Record<string, string>;
}

export class ToolServerList {
  @IsArray() @ValidateNested({ each: true }) @Type(() => ToolServer) servers!: ToolServer[];
}

const changes = ['added', 'replaced', 'removed'] as const;

export class ToolServerChange {
  @IsString() name!: string;
  @IsIn(serverScopes) scope!: ServerScope;
  @IsString() file!: string;
  @IsIn(changes) change!: (typeof changes)[number];
}
