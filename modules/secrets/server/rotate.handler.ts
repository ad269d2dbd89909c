import {
  extensionsKey,
  hostKey,
  type Context,
  type Extensions,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { counted } from '../../../toolbox/plural.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { sealedColumnsPoint, type SealedColumn } from '../contract/index.js';
import type { RotateInput, RotationView } from '../contract/rotate.js';
import { SecretKeys, type SecretKey } from './keys.js';
import { sealedPages, type SealedRow } from './sealed-rows.js';
import { openValue, sealValue } from './sealed-value.js';

/** Former keys stay where they are: everything opens at any moment, and what is restored from older backups does later. */
@injectable()
export class RotateHandler implements Handler<RotateInput, RotationView> {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(SecretKeys) private readonly keys: SecretKeys,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(unitOfWorkKey) private readonly units: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async run(_input: RotateInput, { signal, progress }: Context): Promise<RotationView> {
    await this.keys.add();
    this.host.fault?.('secrets.key-added');
    const keys = (await this.keys.present()) as readonly [SecretKey, ...SecretKey[]];
    const { engine, manager } = this.database;
    const query = (sql: string, values: readonly string[]) => manager.query(sql, [...values]);
    const [{ id: key }, left] = [keys[0], [] as string[]];
    let sealed = 0;
    for (const { id, data } of this.extensions.of(sealedColumnsPoint)) {
      const name = `${data.table}.${data.column}`;
      progress.step(name);
      for await (const page of sealedPages({ engine, query }, data, key)) {
        signal.throwIfAborted();
        const rows = page.flatMap((row) => resealed(row, keys, id));
        await this.#store(data, rows);
        this.host.fault?.('secrets.page-sealed');
        sealed += rows.length;
      }
      let others = 0;
      for await (const page of sealedPages({ engine, query }, data, key)) others += page.length;
      if (others > 0)
        left.push(`${counted(others, 'value')} of ${name}; \`svc server check\` says why`);
    }
    return { key, sealed, left };
  }

  /** Leaves values alone that were changed since they were read. */
  async #store({ table, column, row }: SealedColumn, rows: readonly Resealed[]): Promise<void> {
    const [to, id, from] = this.database.engine === 'postgres' ? ['$1', '$2', '$3'] : '???';
    const update = `UPDATE "${table}" SET "${column}" = ${to} WHERE "${row}" = ${id} AND "${column}" = ${from}`;
    await this.units.run(async (manager) => {
      for (const { id, value, former } of rows) await manager.query(update, [value, id, former]);
    });
  }
}

interface Resealed extends SealedRow {
  readonly former: string;
}

/** Nothing for a value that no key opens: it stays as it is. */
function resealed(
  { id, value: former }: SealedRow,
  keys: readonly [SecretKey, ...SecretKey[]],
  column: string,
): Resealed[] {
  const opened = openValue(former, keys, { column, row: id });
  if ('why' in opened) return [];
  return [{ id, former, value: sealValue(opened.text, keys[0], { column, row: id }) }];
}
