import {
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

const sides = ['client', 'server', 'both'] as const;
const programs = ['svc', 'lnk'] as const;

/** An environment variable that counts. */
export class SettingRow {
  /** Name of the variable. */
  @IsString() name!: string;

  /** What it means. */
  @IsString() summary!: string;

  /** Who reads it: the command line and tool server (`client`), the server and its workers (`server`), or `both`. */
  @IsIn(sides) side!: (typeof sides)[number];

  /** The program that alone reads it; left out where more than one does. */
  @Optional() @IsIn(programs) program?: (typeof programs)[number];

  /** What counts when it is not set. */
  @Optional() @IsString() default?: string;

  /** Whether it is set now. */
  @IsBoolean() set!: boolean;

  /** Its value now, unless it is secret. */
  @Optional() @IsString() value?: string;

  /** True when its value is never shown. */
  @IsBoolean() secret!: boolean;

  /** The module that it belongs to. */
  @IsString() module!: string;
}

/** A variable whose name begins as those of settings do, and that nothing reads. */
export class UnknownSetting {
  /** Name of the variable. */
  @IsString() name!: string;

  /** The setting that was probably meant. */
  @Optional() @IsString() meant?: string;
}

/** The settings of this program, by their names. */
export class SettingsReport {
  /** Every setting of the modules of the command line. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => SettingRow) settings!: SettingRow[];

  /** Variables that are set and have no effect. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => UnknownSetting) unknown!: UnknownSetting[];
}
