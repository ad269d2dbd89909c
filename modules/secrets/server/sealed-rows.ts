import type { CheckedData } from '../../persistence/contract/db.js';
import type { SealedColumn } from '../contract/index.js';

const PAGE = 100;

type SealedRow = Readonly<Record<'id' | 'value', string>>;

/** The sealed values of a column in the order of their rows, without those of the key `except`. */
export async function* sealedPages(
  database: Pick<CheckedData, 'engine' | 'query'>,
  { table, column, row }: SealedColumn,
  except?: string,
): AsyncGenerator<readonly SealedRow[]> {
  const [first, second] = database.engine === 'postgres' ? ['$1', '$2'] : ['?', '?'];
  const pattern = except === undefined ? '' : `1.${except}.%`;
  for (let last: string[] = []; ;) {
    const behind = last.length === 0 ? '' : `AND t."${row}" > ${second}`;
    const page = (await database.query(
      `SELECT t."${row}" AS "id", t."${column}" AS "value" FROM "${table}" t
       WHERE t."${column}" NOT LIKE ${first} ${behind} ORDER BY t."${row}" LIMIT ${PAGE}`,
      [pattern, ...last],
    )) as SealedRow[];
    if (page.length === 0) return;
    yield page;
    last = page.slice(-1).map(({ id }) => id);
  }
}
