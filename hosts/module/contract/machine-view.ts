import { IsArray, IsString, MapOf, Optional, Type, ValidateNested } from 'svc-registry/dto';

/** A row of a machine's table. */
export class TransitionView {
  /** States that it starts from. */
  @IsArray() @IsString({ each: true }) from!: string[];

  /** What happens. */
  @IsString() event!: string;

  /** The state that it leads to. */
  @IsString() to!: string;

  /** Condition under which it is taken. */
  @Optional() @IsString() guard?: string;

  /** What else is done. */
  @Optional() @IsString() effect?: string;
}

/** A state machine: its table and its picture. */
export class MachineView {
  /** The machine's id. */
  @IsString() id!: string;

  /** What it describes. */
  @IsString() summary!: string;

  /** The state that an object begins in. */
  @IsString() initial!: string;

  /** States and what they mean. */
  @MapOf('string') states!: Record<string, string>;

  /** Events and what raises them. */
  @MapOf('string') events!: Record<string, string>;

  /** The table. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TransitionView)
  transitions!: TransitionView[];

  /** The table as a Mermaid state diagram. */
  @IsString() mermaid!: string;
}
