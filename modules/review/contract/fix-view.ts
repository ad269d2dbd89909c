/** The part of a fix run in its view. */
import {
  IsArray,
  IsInt,
  IsString,
  Max,
  Min,
  Nullable,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

/** What a fix run was asked for. */
export class FixConfig {
  /** The score at which the run ends, 0 to 100. */
  @IsInt() @Min(0) @Max(100) threshold!: number;
  /** The most iterations, 1 to 10. */
  @IsInt() @Min(1) @Max(10) maxIterations!: number;
  /** The language model that improves the texts; `null` if only safe fixes are made. */
  @Nullable() @IsString() model!: string | null;
}

/** One iteration of a fix run: a candidate, and what became of it. */
export class FixIterationView {
  /** From 1. */
  @IsInt() @Min(1) iteration!: number;
  /** The score of the candidate; `null` if it was dropped, or has none. */
  @Nullable() @IsInt() score!: number | null;
  /** Why the candidate was dropped; `null` if it was not. */
  @Nullable() @IsString() dropped!: string | null;
  /** What the candidate changed and why, each in one sentence. */
  @IsArray() @IsString({ each: true }) changes!: readonly string[];
}

/** A file of the skill. */
export class FixedFileView {
  /** Relative to the folder that was sent. */
  @IsString() path!: string;
  /** SHA-256 when the run began, in lower-case hex. */
  @IsString() before!: string;
  /** SHA-256 of the improved file; the same as `before` if nothing was changed. */
  @IsString() after!: string;
}

/** The settings of a fix run, and what it made. Nothing is written to a folder until the result is applied. */
export class FixResult {
  @ValidateNested() @Type(() => FixConfig) config!: FixConfig;
  /** The score when the run began; `null` before the run is completed, and if a check was an error. */
  @Nullable() @IsInt() baselineScore!: number | null;
  /** The score of the best iteration, or of the baseline if none was better; `null` before the run is completed. */
  @Nullable() @IsInt() finalScore!: number | null;
  /** What was changed and why, or why nothing was; `null` before the run is completed. */
  @Nullable() @IsString() summaryOfChanges!: string | null;
  /** Empty before the run is completed. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => FixIterationView)
  iterations!: readonly FixIterationView[];
  /** All files of the skill; empty before the run is completed. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => FixedFileView)
  files!: readonly FixedFileView[];
  /** What was changed, as `diff -u` writes it; of a file with many changes the first lines. `null` before the run is completed. */
  @Nullable() @IsString() differences!: string | null;
}
