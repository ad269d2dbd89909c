import {
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { ModuleRow } from './module-row.js';

/** The modules of the command line, or of a server. */
export class ModulesReport {
  /** Every module that was found, in the order in which they start; those that cannot, last. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ModuleRow) modules!: ModuleRow[];
}

/** Something in a module that deserves a look. */
export class ModuleWarning {
  /** What it is. */
  @IsString() message!: string;

  /** The file it is about, in the module's folder. */
  @Optional() @IsString() file?: string;

  /** The line in that file, from 1. */
  @Optional() @IsInt() line?: number;

  /** The field in that file. */
  @Optional() @IsString() field?: string;
}

/** A module that has passed every check. */
export class ModuleCheckReport {
  /** The module's id. */
  @IsString() module!: string;

  /** Name of its package. */
  @IsString() package!: string;

  /** Version of its package. */
  @IsString() version!: string;

  /** How many operations it has. */
  @IsInt() operations!: number;

  /** Whether its manifest was written. */
  @IsBoolean() written!: boolean;

  /** Warnings: not errors, but worth a look. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ModuleWarning) warnings!: ModuleWarning[];
}

/** A change of the configuration. */
export class ModuleChange {
  /** The module as the configuration names it. */
  @IsString() module!: string;

  /** The configuration file. */
  @IsString() config!: string;

  /** Whether the configuration was changed; false when it said so already. */
  @IsBoolean() changed!: boolean;

  /** Commands that come with the module or go with it, as typed: `svc poll start`. */
  @IsArray() @IsString({ each: true }) commands!: string[];

  /** Whether a server has to be restarted. */
  @IsBoolean() server!: boolean;
}
