import {
  IsIn,
  IsInstant,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  Nullable,
  Optional,
  PageInput,
  Type,
  ValidateNested,
} from 'svc-registry/dto';

export const actorKinds = ['user', 'key'] as const;
export const outcomes = ['done', 'refused'] as const;

/** Who did it: a user or an API key, by the name it had then. */
export class AuditActor {
  @IsIn(actorKinds) kind!: (typeof actorKinds)[number];
  @IsUUID() id!: string;
  /** E-mail address of the user, or name of the key. */
  @IsString() name!: string;
}

/** What it was done to. */
export class AuditObject {
  /** Such as `workspace`, `user` or `version`. */
  @IsString() kind!: string;
  /** `null` where objects of the kind are known by their names. */
  @Nullable() @IsString() id!: string | null;
  /** With the workspace where it has one: `tools/demo@1.0.0`, `tools/ann@example.com`. */
  @IsString() name!: string;
}

/** One thing that somebody did, or was refused. Never holds what was sent, nor a secret. */
export class AuditEvent {
  @IsUUID() id!: string;
  @IsInstant() at!: string;
  @ValidateNested() @Type(() => AuditActor) actor!: AuditActor;
  /** Id of the operation, such as `registry.publishTile`. */
  @IsString() operation!: string;
  /** `null` in old events about nothing but the caller's account. */
  @Nullable() @ValidateNested() @Type(() => AuditObject) object!: AuditObject | null;
  /** `refused`: the caller lacked the permission, and nothing was changed. */
  @IsIn(outcomes) outcome!: (typeof outcomes)[number];
  /** Network address it came from. */
  @Nullable() @IsString() address!: string | null;
  /** What the program called itself; at most 200 characters. */
  @Nullable() @IsString() userAgent!: string | null;
  /** `http` for a program, `page` for a person with a browser. */
  @Nullable() @IsIn(['http', 'page']) surface!: 'http' | 'page' | null;
  /** Id of the request, as in the log of the server. */
  @Nullable() @IsString() request!: string | null;
}

// no stored text holds one: SQLite would find nothing, PostgreSQL would fail
const NO_NUL = /^[^\0]*$/;
const noNul = { message: '$property must not hold a NUL character' };

export class AuditEventsInput extends PageInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** Name or id of the user or key that did it. */
  @Optional() @IsString() @Length(1, 254) @Matches(NO_NUL, noNul) actor?: string;
  /** Id of the operation. */
  @Optional() @IsString() @Length(1, 100) @Matches(NO_NUL, noNul) operation?: string;
  /** Name or id of the object. */
  @Optional() @IsString() @Length(1, 300) @Matches(NO_NUL, noNul) object?: string;
  /** Not before this time, such as `2026-03-01T00:00:00Z`. */
  @Optional() @IsInstant() since?: string;
  /** Not after this time, written in the same way. */
  @Optional() @IsInstant() until?: string;
}

export class AuditExportInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** Not before this time, such as `2026-03-01T00:00:00Z`. */
  @Optional() @IsInstant() since?: string;
  /** Not after this time, written in the same way. */
  @Optional() @IsInstant() until?: string;
}

export class AuditDigestsInput extends PageInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
}

/** What a whole day's events come to, chained to the days before. */
export class AuditDigest {
  /** In UTC: `2026-03-01`. */
  @Matches(/^\d{4}-\d{2}-\d{2}$/) day!: string;
  @IsInt() events!: number;
  /** Digest of the day before that had events; zeros for the first. */
  @Matches(/^[0-9a-f]{64}$/) previous!: string;
  /** SHA-256 of `previous` and of the day's lines as exported, each after a line break. */
  @Matches(/^[0-9a-f]{64}$/) digest!: string;
  /** When the events were removed because of their age (`SVC_AUDIT_KEEP_DAYS`); `null` while they are kept. */
  @Nullable() @IsInstant() removedAt!: string | null;
}

/** The last line of an export: a file without it was cut off. */
export class AuditExportEnd {
  /** When the export began. */
  @IsInstant() exported!: string;
  /** Id of the organization. */
  @IsUUID() organization!: string;
  /** As it was asked for. */
  @Nullable() @IsInstant() since!: string | null;
  @Nullable() @IsInstant() until!: string | null;
  /** How many lines with events, and with digests, come before. */
  @IsInt() events!: number;
  @IsInt() digests!: number;
}

export class SaveAuditInput extends AuditExportInput {
  /** File to write; default `audit-<organization>.jsonl`. Never written over. */
  @Optional() @IsString() @MaxLength(1000) output?: string;
}

export class SavedAudit {
  @IsString() path!: string;
  @IsInt() events!: number;
  @IsInt() digests!: number;
}

export class VerifyAuditInput {
  /** An export that was made before. */
  @IsString() @Length(1, 1000) file!: string;
  /** Name or id of the organization that it was made of. */
  @IsString() @Length(1, 100) organization!: string;
}

export const differenceKinds = [
  'changed',
  'removed',
  'inserted',
  'repeated',
  'moved',
  'digest',
  'end',
] as const;

/** Where file and server are not the same, or the file is not what was exported. */
export class AuditDifference {
  /**
   * An event that is not the same on the server (`changed`), is missing there (`removed`) or only there (`inserted`); a line that the file has
   * twice (`repeated`) or behind a later one (`moved`); a `digest` that its day's lines do not come to, that is not chained to the one before,
   * or not the server's; a file without its `end`, or with another number of lines than that says.
   */
  @IsIn(differenceKinds) kind!: (typeof differenceKinds)[number];
  /** Line of the file, from 1; `null` for what is not in it. */
  @Nullable() @IsInt() line!: number | null;
  /** Id of the event, or the day of the digest; `null` for the end. */
  @Nullable() @IsString() what!: string | null;
  /** When it happened, for an event. */
  @Nullable() @IsInstant() at!: string | null;
}

export class AuditVerification {
  @IsString() file!: string;
  @IsInt() events!: number;
  @IsInt() digests!: number;
  /** Events of the file that the server has removed because of their age (`SVC_AUDIT_KEEP_DAYS`), as it says itself. No differences. */
  @IsInt() expired!: number;
  @ValidateNested({ each: true }) @Type(() => AuditDifference) differences!: AuditDifference[];
}
