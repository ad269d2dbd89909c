import type { BackupService, DataTask } from 'svc-registry/kernel';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { blobMissing, databaseDamaged } from '../../contract/errors.js';
import type { ColumnName } from '../../contract/references.js';
import type { BlobFolder } from '../blobs/blob-folder.js';
import { isSound, namesIn } from '../blobs/blob-inspection.js';
import { byShard } from '../blobs/by-shard.js';
import { keyOf } from '../migration-log.js';
import { migrationsOf, unknownOf, withoutThose } from '../migrations.js';
import { quoted } from '../snapshot/catalog.js';
import type { DatabaseView } from '../snapshot/database-view.js';
import { presentColumns } from '../snapshot/live-data.js';
import type { Inventory } from '../snapshot/stored-tables.js';
import type { Declared } from './declared.js';
import { problemsOfModules, type CheckedServer } from './module-checks.js';

type DataReport = Awaited<ReturnType<BackupService['check']>>;
type Findings = Partial<DataReport>;

export interface Checking extends CheckedServer {
  readonly declared: Declared;
  readonly blobs: BlobFolder;
  /** True to check that contents exist, without reading them. */
  readonly fast: boolean;
  readonly task: DataTask;
}

/** Limit per kind of finding; more would not add information. */
const SHOWN = 50;

/** A database that is too damaged to be read is reported as a finding instead of aborting the check. */
export async function damageFound(look: () => Promise<Findings>): Promise<DataReport> {
  try {
    return { problems: [], notes: [], ...(await look()) };
  } catch (error) {
    if (!databaseDamaged.is(error)) throw error;
    return { problems: [`${error.message} ${error.hint ?? ''}`], notes: [] };
  }
}

/** Checks everything and changes nothing. */
export async function checkData(
  view: DatabaseView,
  inventory: Inventory,
  checking: Checking,
): Promise<DataReport> {
  const { declared, task } = checking;
  const parts = [
    () => checkFile(view, task),
    () => checkReferences(view),
    () => Promise.resolve(checkMigrations(inventory, declared)),
    () => checkRows(view, inventory, declared),
    () => checkContents(view, inventory, checking),
    async () => ({ problems: await problemsOfModules(view, inventory, checking) }),
  ];
  const reports: DataReport[] = [];
  for (const part of parts) reports.push(await damageFound(part));
  return {
    problems: [...new Set(reports.flatMap(({ problems }) => problems))],
    notes: reports.flatMap(({ notes }) => notes),
  };
}

function checkMigrations(inventory: Inventory, declared: Declared): DataReport {
  const newer = unknownOf(inventory.migrations, declared.modules).map(
    (migration) =>
      `The database knows a newer migration, ${keyOf(migration)}: start the version that made it, or restore a backup.`,
  );
  return { problems: newer, notes: migrationNotes(inventory, declared) };
}

function migrationNotes({ migrations, absent }: Inventory, { modules }: Declared): string[] {
  const pending = withoutThose(modules.flatMap(migrationsOf), migrations).length;
  return [
    ...(pending === 0
      ? []
      : [`${pending} migrations are not applied yet: the next start of a server does it.`]),
    ...absent.map(
      (module) =>
        `The module "${module}" has tables here and is not loaded: they are neither checked nor backed up.`,
    ),
  ];
}

/** Runs SQLite's own check of its file; a PostgreSQL database is not checked. */
async function checkFile(
  { kind, runner }: DatabaseView,
  { progress }: DataTask,
): Promise<Findings> {
  if (kind === 'postgres') return {};
  progress.step('the database file');
  const integrity = (await runner.query(`PRAGMA integrity_check(${SHOWN})`)) as {
    integrity_check: string;
  }[];
  const damage = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return {
    problems: damage.map((text) => `The database file is damaged (${text}): restore a backup.`),
  };
}

async function checkReferences({ kind, runner }: DatabaseView): Promise<Findings> {
  if (kind === 'postgres') return {};
  const dangling = (await runner.query('PRAGMA foreign_key_check')) as {
    table: string;
    parent: string;
  }[];
  const pairs = new Set(dangling.map(({ table, parent }) => `${table} → ${parent}`));
  return {
    problems: [...pairs].map(
      (pair) => `Rows refer to rows that do not exist (${pair}): restore a backup.`,
    ),
  };
}

async function checkRows(
  view: DatabaseView,
  inventory: Inventory,
  { rows }: Declared,
): Promise<Findings> {
  const problems: string[] = [];
  for (const { to, ...from } of rows) {
    if (presentColumns([from, to], inventory).length < 2) continue;
    const exists = `SELECT 1 FROM ${quoted(to.table)} t WHERE t.${quoted(to.column)} = f.${quoted(from.column)}`;
    const where = `f.${quoted(from.column)} IS NOT NULL AND NOT EXISTS (${exists})`;
    const count = await countOf(
      view,
      `SELECT count(*) AS "count" FROM ${quoted(from.table)} f WHERE ${where}`,
    );
    if (count > 0) problems.push(danglingText(count, nameOf(from), nameOf(to)));
  }
  return { problems };
}

function danglingText(count: number, from: string, to: string): string {
  const [rows, them] = count === 1 ? ['row', 'it'] : ['rows', 'them'];
  return `${count} ${rows} of ${from} without a matching row in ${to}: delete ${them}, or restore a backup.`;
}

const nameOf = ({ table, column }: ColumnName): string => `${table}.${column}`;

async function countOf(
  { runner }: DatabaseView,
  statement: string,
  parameters: unknown[] = [],
): Promise<number> {
  const [row] = (await runner.query(statement, parameters)) as { count: number | string }[];
  return Number(row?.count ?? 0);
}

async function checkContents(
  view: DatabaseView,
  inventory: Inventory,
  { declared, blobs, fast, task }: Checking,
): Promise<DataReport> {
  const columns = presentColumns(declared.contents, inventory);
  const bad: { sha256: string; what: string }[] = [];
  const closed: string[] = [];
  const look = async (folder: string): Promise<readonly string[]> => {
    try {
      return await namesIn(folder);
    } catch (error) {
      closed.push(`The folder ${folder} cannot be read (${systemCode(error)}).`);
      return [];
    }
  };
  let [referenced, unreferenced] = [0, 0];
  for await (const [shard, wanted] of byShard(view.catalog.distinct(view.runner, columns))) {
    task.signal.throwIfAborted();
    task.progress.step(`contents ${shard}…`);
    for (const sha256 of wanted) {
      referenced += 1;
      const what = await complaintOf(sha256, { blobs, fast });
      if (what !== undefined) bad.push({ sha256, what });
    }
    const names = await look(blobs.paths.shard(shard));
    unreferenced += names.filter((name) => !wanted.has(shard + name)).length;
  }
  const problems: string[] = [];
  for (const { sha256, what } of bad.slice(0, SHOWN))
    problems.push(
      `The content ${sha256} ${what} (${await usersOf(view, columns, sha256)}): take blobs/${sha256} from a backup.`,
    );
  if (bad.length > SHOWN)
    problems.push(`${bad.length - SHOWN} more contents are missing, damaged or unreadable.`);
  const [aside, temporary] = [
    await look(blobs.paths.asideFolder),
    await look(blobs.paths.temporary),
  ];
  return {
    problems: [...problems, ...closed],
    notes: [
      `${referenced} contents are referred to; ${unreferenced} are not, and ${aside.length} wait for their deletion.`,
      ...(temporary.length === 0
        ? []
        : [`${temporary.length} contents are being written, or their writing was cut off.`]),
    ],
  };
}

/** The problem of a content; `undefined` when there is none. */
async function complaintOf(
  sha256: string,
  { blobs, fast }: Pick<Checking, 'blobs' | 'fast'>,
): Promise<string | undefined> {
  try {
    if (!(await blobs.has(sha256))) return 'is missing';
    return fast || (await isSound(blobs, sha256)) ? undefined : 'is damaged';
  } catch (error) {
    if (blobMissing.is(error)) return 'is missing';
    return `cannot be read (${systemCode(error)})`;
  }
}

/** The code of a file system error; any other error is rethrown. */
function systemCode(error: unknown): string {
  const code = codeOf(error);
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error;
  return code;
}

async function usersOf(
  view: DatabaseView,
  columns: readonly ColumnName[],
  sha256: string,
): Promise<string> {
  const users: string[] = [];
  for (const column of columns) {
    const statement = `SELECT count(*) AS "count" FROM ${quoted(column.table)} WHERE ${quoted(column.column)} = ${view.catalog.parameter(1)}`;
    const count = await countOf(view, statement, [sha256]);
    if (count > 0) users.push(`${nameOf(column)}, rows: ${count}`);
  }
  return users.join('; ');
}
