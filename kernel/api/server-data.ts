import { defineExtensionPoint, type Extensions } from './extension-point.js';
import type { HostInfo } from './host.js';
import type { Progress } from './operation.js';

/** The rows of a table, counted. The checksum is the same on every database that holds the same rows. */
export interface TableTally {
  readonly table: string;
  readonly rows: number;
  /** SHA-256, lower-case hex. */
  readonly sha256: string;
}

/** The amount of data that a backup, a restore or a move has transferred. */
export interface DataTally {
  readonly tables: readonly TableTally[];
  /** Contents outside the database: how many, and their bytes. */
  readonly blobs: { readonly count: number; readonly bytes: number };
}

export interface DataReport {
  /** The problems found: a sentence each, which also says what to do. Empty when all is well. */
  readonly problems: readonly string[];
  /** Remarks that need no action. */
  readonly notes: readonly string[];
}

export interface DataTask {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Backs up, restores, moves and checks everything that a server stores, on the server's machine, without starting a module. */
export interface BackupService {
  /** Upgrades the data of an older version to this one, after a backup. Does nothing when the data is up to date. */
  upgrade(): Promise<void>;
  /** Writes a consistent snapshot of everything to a new file; a server may be running. */
  backup(
    request: { readonly file: string; readonly rowsOnly: boolean },
    task: DataTask,
  ): Promise<DataTally>;
  /** Fills an empty database from a file. `force` moves the present tables aside first. */
  restore(
    request: { readonly file: string; readonly force: boolean },
    task: DataTask,
  ): Promise<DataTally>;
  /** Copies everything from one database to another, empty one; each address is written as in SVC_DATABASE_URL. */
  move(
    request: { readonly from: string; readonly to: string; readonly blobs?: string | undefined },
    task: DataTask,
  ): Promise<DataTally>;
  /** Verifies that the stored data is complete and undamaged; `fast` does not read blobs. */
  check(request: { readonly fast: boolean }, task: DataTask): Promise<DataReport>;
}

/**
 * The service that backs up, restores, checks and moves the data of a server without starting a module. There is one: the module
 * `persistence` contributes it for SQLite and PostgreSQL.
 */
export const backupServicePoint = defineExtensionPoint<
  { readonly summary: string },
  (parts: { readonly host: HostInfo; readonly extensions: Extensions }) => BackupService
>('kernel.backupService', { fields: { summary: 'text' } });
