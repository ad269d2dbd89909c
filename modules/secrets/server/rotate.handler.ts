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
import { SecretKeys } from './keys.js';
import { sealedPages } from './sealed-rows.js';
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
    const first = await this.keys.add();
    this.host.fault?.('secrets.key-added');
    const keys = await this.keys.present();
    const { engine, manager } = this.database;
    const query = (sql: string, values: readonly string[]) => manager.query(sql, [...values]);
    const left: string[] = [];
    let sealed = 0;
    for (const { id: column, data } of this.extensions.of(sealedColumnsPoint)) {
      const name = `${data.table}.${data.column}`;
      progress.step(name);
      for await (const page of sealedPages({ engine, query }, data, first.id)) {
        signal.throwIfAborted();
        const changes = page.flatMap(({ id: row, value }) => {
          const opened = openValue(value, keys, { column, row });
          if ('why' in opened) return [];
          return [[sealValue(opened.text, first, { column, row }), row, value]];
        });
        await this.#store(data, changes);
        this.host.fault?.('secrets.page-sealed');
        sealed += changes.length;
      }
      let others = 0;
      for await (const page of sealedPages({ engine, query }, data, first.id))
        others += page.length;
      if (others > 0)
        left.push(`${counted(others, 'value')} of ${name}; \`svc server check\` says why`);
    }
    return { key: first.id, sealed, left };
  }

  /** Takes the new value, the row and the former value: what was changed since it was read stays as it is. */
  async #store({ table, column, row }: SealedColumn, changes: string[][]): Promise<void> {
    const [to, id, from] = this.database.engine === 'postgres' ? ['$1', '$2', '$3'] : '???';
    const update = `UPDATE "${table}" SET "${column}" = ${to} WHERE "${row}" = ${id} AND "${column}" = ${from}`;
    await this.units.run(async (manager) => {
      for (const change of changes) await manager.query(update, change);
    });
  }
}
