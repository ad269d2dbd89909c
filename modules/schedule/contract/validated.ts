/** What checking the schedules of a `svc.json` has found. */
import {
  IsArray,
  IsInstant,
  IsInt,
  IsString,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** An entry that can be used. */
export class ValidatedSchedule {
  /** Its key. */
  @IsString() key!: string;
  /** Its times as five fields. */
  @IsString() cron!: string;
  /** Canonical name of its time zone. */
  @IsString() timezone!: string;
  /** When it would launch next. */
  @IsInstant() nextRunAt!: string;
}

/** Something of the file that cannot be used. */
export class ScheduleFileProblem {
  /** The path below the file, such as `schedules.nightly.cron`. */
  @IsString() field!: string;
  /** What is wrong. */
  @IsString() message!: string;
  /** From 1. */
  @Optional() @IsInt() line?: number;
  /** From 1. */
  @Optional() @IsInt() column?: number;
}

export class ValidatedSchedules {
  /** The file; `null` if there is none. */
  @Nullable() @IsString() file!: string | null;
  /** Its entries without a problem, in the order of the file. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ValidatedSchedule)
  schedules!: readonly ValidatedSchedule[];
  /** All problems. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ScheduleFileProblem)
  problems!: readonly ScheduleFileProblem[];
}
