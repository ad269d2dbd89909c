import {
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { ModuleRow } from './module-row.js';

/** The server that the command line talks to. */
export class ServerReport {
  /** Its address; `null` when none can be determined. */
  @Nullable() @IsString() origin!: string | null;

  /** Whether it is ready to serve. */
  @IsBoolean() ready!: boolean;

  /** Why it is not; `null` when it is. */
  @Nullable() @IsString() cause!: string | null;
}

const levels = ['ok', 'warning', 'error'] as const;

/** What a module's check found. */
export class HealthRow {
  /** Id of the module that looked. */
  @IsString() module!: string;

  /** `warning`: it works, and somebody should know. `error`: something does not work until somebody acts. */
  @IsIn(levels) level!: (typeof levels)[number];

  /** One sentence: what, where, and what to do. */
  @IsString() message!: string;
}

/** What is right and wrong with an installation. */
export class DoctorReport {
  /** Version of svc. */
  @IsString() version!: string;

  /** Version of Node.js. */
  @IsString() node!: string;

  /** Operating system and processor. */
  @IsString() platform!: string;

  /** The user's own folder. */
  @IsString() home!: string;

  /** The server in use. */
  @ValidateNested() @Type(() => ServerReport) server!: ServerReport;

  /** What modules have to say about this machine and the project around the current folder. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => HealthRow) checks!: HealthRow[];

  /** Every module that was found. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ModuleRow) modules!: ModuleRow[];

  /** What is wrong, one sentence each: the server that is not ready, checks with an error, modules that cannot be used. */
  @IsArray() @IsString({ each: true }) faults!: string[];
}
