import { IsArray, IsInt, IsString, Optional, Type, ValidateNested } from 'svc-registry/dto';

/** A table that was carried. */
export class TableTallyView {
  /** Name of the table. */
  @IsString() table!: string;

  /** How many rows it has. */
  @IsInt() rows!: number;

  /** SHA-256 of the rows; the same on every database that holds the same rows. */
  @IsString() sha256!: string;
}

/** Contents that were carried. */
export class BlobTallyView {
  /** How many there are. */
  @IsInt() count!: number;

  /** Their bytes together. */
  @IsInt() bytes!: number;
}

/** What was carried. */
export class DataTallyView {
  /** The backup's file. */
  @Optional() @IsString() file?: string;

  /** Every table. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => TableTallyView) tables!: TableTallyView[];

  /** Contents outside the database. */
  @ValidateNested() @Type(() => BlobTallyView) blobs!: BlobTallyView;
}

/** The result of a check that has found no problem: problems are an error. */
export class CheckReport {
  /** What is worth knowing. */
  @IsArray() @IsString({ each: true }) notes!: string[];
}
