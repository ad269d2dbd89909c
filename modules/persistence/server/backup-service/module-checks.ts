import type { HostInfo } from 'svc-registry/kernel';
import { dataChecksPoint, type CheckedData } from '../../contract/db/data-checks.js';
import type { DatabaseView } from '../snapshot/database-view.js';
import { presentColumns } from '../snapshot/live-data.js';
import type { Inventory } from '../snapshot/stored-tables.js';
import type { Declared } from './declared.js';

export interface CheckedServer {
  readonly declared: Pick<Declared, 'extensions'>;
  readonly host: Pick<HostInfo, 'env'>;
  /** The folder of an SQLite database. */
  readonly folder: string | undefined;
}

/** What the modules find in their own rows. */
export async function problemsOfModules(
  { kind, runner }: DatabaseView,
  inventory: Inventory,
  { declared: { extensions }, host, folder }: CheckedServer,
): Promise<readonly string[]> {
  const data: CheckedData = {
    engine: kind,
    folder,
    host,
    extensions,
    has: (column) => presentColumns([column], inventory).length > 0,
    query: (statement, parameters) => runner.query(statement, [...parameters]),
  };
  const problems: string[] = [];
  for (const check of extensions.of(dataChecksPoint))
    problems.push(...(await (await check.load())(data)));
  return problems;
}
