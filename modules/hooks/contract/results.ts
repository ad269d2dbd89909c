import {
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** What the agent reads on standard output. */
export class HookAnswer {
  @IsString() stdout!: string;
}

const decisions = ['allow', 'ask', 'block'] as const;

/** A hook of the event, in the order in which hooks run. */
export class TestedHook {
  /** `<workspace>/<plugin>`. */
  @IsString() plugin!: string;
  @Nullable() @IsString() matcher!: string | null;
  /** Program and arguments, with the plugin's folder in place. */
  @IsArray() @IsString({ each: true }) commandLine!: string[];
  /** Seconds that it may take. */
  @IsNumber() timeout!: number;
  /** Why it would not run; `null` for one that would. */
  @Nullable() @IsString() skipped!: string | null;
  /** What it decided; `null` when it said nothing or was not run. */
  @Nullable() @IsIn(decisions) decision!: (typeof decisions)[number] | null;
  /** What it gave as reason and as text for the model. */
  @IsArray() @IsString({ each: true }) said!: string[];
}

/** What the agent would be answered by all hooks together. */
export class TestedAnswer {
  @IsString() stdout!: string;
  @IsString() stderr!: string;
  @IsInt() exitCode!: number;
}

export class HookTest {
  /** The folder that hooks stand in. */
  @IsString() folder!: string;
  @IsString() agent!: string;
  @IsString() event!: string;
  /** Name of the tool as hooks see it; `null` at events without one. */
  @Nullable() @IsString() tool!: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => TestedHook) hooks!: TestedHook[];
  /** What is wrong with plugins or their hooks, one sentence each. */
  @IsArray() @IsString({ each: true }) notes!: string[];
  /** `null` when nothing was run. */
  @Nullable() @ValidateNested() @Type(() => TestedAnswer) answer!: TestedAnswer | null;
}
