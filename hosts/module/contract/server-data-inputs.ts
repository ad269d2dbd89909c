import { IsBoolean, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';

/** Exported: help is made of the comments of classes that can be imported. */
export class ServerPlace {
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** What to back up, and where to. */
export class BackupInput extends ServerPlace {
  /** File to write; with the ending .gz it is packed. Default is a name with the present time, in this folder. */
  @Optional() @IsString() @IsNotEmpty() file?: string;

  /** Leave out the contents of files; a restore then counts on the blob store that is there. */
  @Optional() @IsBoolean() rowsOnly?: boolean;
}

/** What to restore. */
export class RestoreInput extends ServerPlace {
  /** File that `svc server backup` wrote, or a server before an upgrade. */
  @IsString() @IsNotEmpty() file!: string;

  /** Replace present data: they are kept under another name, never deleted. Stop the server first. */
  @Optional() @IsBoolean() force?: boolean;
}

/** What to look at. */
export class CheckInput extends ServerPlace {
  /** Look whether contents are there, but do not read them. */
  @Optional() @IsBoolean() fast?: boolean;
}

/** Where to move the data. */
export class MoveInput extends ServerPlace {
  /** Database to read; sqlite:<file> or postgres://user@host:5432/database. Its password comes from PGPASSWORD or ~/.pgpass. */
  @IsString() @IsNotEmpty() from!: string;

  /** Empty database to fill, written in the same way. */
  @IsString() @IsNotEmpty() to!: string;

  /** Blob store to fill, file:<folder>; default is the present one, which both databases can use. */
  @Optional() @IsString() @IsNotEmpty() blobs?: string;
}
