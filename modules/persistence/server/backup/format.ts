import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  Matches,
  Min,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import type { Class } from 'svc-registry/kernel';
import { isRecord } from '../../../../toolbox/type-guards.js';

/**
 * A backup is a tar file, gzipped if its name says so. It contains `manifest.json`, then the rows of each table in
 * files of about a megabyte, `tables/<name>/<number>.jsonl`, then `blobs/<SHA-256>` for each content, and finally
 * `totals.json`. It is written and read in one pass, so totals are at the end; a file without them is incomplete.
 */
export const FORMAT = 'svc-backup';
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const TOTALS = 'totals.json';

/** Size limits of the files in a backup; a file that claims to be larger is rejected before it is read. */
export const LIMITS = {
  document: 4 * 1024 * 1024,
  rows: 64 * 1024 * 1024,
  blob: 256 * 1024 * 1024,
} as const;

const name = /^[a-z][a-z0-9_]{0,62}$/;

class TableHead {
  @Matches(name) name!: string;
  @IsArray() @Matches(name, { each: true }) columns!: string[];
}

class MigrationRow {
  @IsString() module!: string;
  @IsString() name!: string;
  @IsInstant() appliedAt!: string;
}

export class BackupManifest {
  @IsIn([FORMAT]) format!: string;
  @IsInt() @Min(1) version!: number;
  @IsString() product!: string;
  @IsInstant() at!: string;
  @IsIn(['sqlite', 'postgres']) engine!: 'sqlite' | 'postgres';
  @IsBoolean() rowsOnly!: boolean;
  @IsArray() @ValidateNested({ each: true }) @Type(() => MigrationRow) migrations!: MigrationRow[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => TableHead) tables!: TableHead[];
  @IsArray() @IsString({ each: true }) absent!: string[];
}

class TableTotal {
  @Matches(name) table!: string;
  @IsInt() @Min(0) rows!: number;
  @Matches(/^[0-9a-f]{64}$/) sha256!: string;
}

class BlobTotal {
  @IsInt() @Min(0) count!: number;
  @IsInt() @Min(0) bytes!: number;
}

export class BackupTotals {
  @IsArray() @ValidateNested({ each: true }) @Type(() => TableTotal) tables!: TableTotal[];
  @ValidateNested() @Type(() => BlobTotal) blobs!: BlobTotal;
}

/** Parses a document of a backup. Throws an Error that says what is wrong with it. */
export function parseDocument<T extends object>(type: Class<T>, text: string): T {
  const document: unknown = JSON.parse(text);
  if (!isRecord(document)) throw new TypeError('it is not an object');
  const read = plainToInstance(type, document);
  const [first] = validateSync(read);
  if (first !== undefined) throw new TypeError(problemOf(first));
  return read;
}

function problemOf({ property, constraints, children = [] }: ValidationError): string {
  const [child] = children;
  if (child !== undefined) return `${property}.${problemOf(child)}`;
  return `${property}: ${Object.values(constraints ?? {})[0] ?? 'is wrong'}`;
}
