import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { by } from '../../../../toolbox/by.js';
import { isUuid } from '../../../identity/contract/name-rules.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { SearchFacts, SearchFactValue } from '../../contract/search-facts.js';
import { VersionEntity } from '../entities/version.entity.js';
import { lockExistingTile } from '../publish/tile-lock.js';
import { TileEntity } from '../entities/tile.entity.js';
import { sqlOf } from '../statement.js';
import { type DeclaredFact, DeclaredFacts } from './declared-facts.js';
import { FactEntity } from './fact.entity.js';
import { followLatest } from './follow-latest.js';
import { VersionFactEntity } from './version-fact.entity.js';
import { storedValue } from './fact-values.js';

const ADD = `INSERT INTO "registry_search_facts" ("tile_id", "fact", "full_name", "rank")
  SELECT t."id", CAST(? AS text), t."full_name", CAST(? AS bigint) FROM "registry_tiles" t WHERE t."id" = ?
  ON CONFLICT ("tile_id", "fact") DO UPDATE SET "rank" = "registry_search_facts"."rank" + excluded."rank"`;

@injectable()
export class StoredFacts implements SearchFacts {
  constructor(
    @inject(DeclaredFacts) private readonly declared: DeclaredFacts,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
  ) {}

  async put(
    tileId: string,
    values: Readonly<Record<string, SearchFactValue | null>>,
  ): Promise<void> {
    const { set, taken } = this.#read(values);
    await this.unitOfWork.run(async (manager) => {
      const fullName = await nameOf(manager, tileId);
      for (const fact of taken) await manager.delete(FactEntity, { tileId, fact });
      const rows = set.map((row) => ({ ...row, tileId, fullName }));
      if (rows.length > 0) await manager.upsert(FactEntity, rows, ['tileId', 'fact']);
    });
  }

  async putOfVersion(
    versionId: string,
    values: Readonly<Record<string, SearchFactValue | null>>,
  ): Promise<void> {
    const { set, taken } = this.#read(values);
    await this.unitOfWork.run(async (manager) => {
      const version = isUuid(versionId)
        ? await manager.findOneBy(VersionEntity, { id: versionId })
        : null;
      if (version === null) return;
      const tile = await lockExistingTile(manager, { id: version.tileId });
      for (const fact of taken) await manager.delete(VersionFactEntity, { versionId, fact });
      const rows = set.map((row) => ({ ...row, versionId }));
      if (rows.length > 0) await manager.upsert(VersionFactEntity, rows, ['versionId', 'fact']);
      if (tile.latestVersionId === versionId) await followLatest(manager, tile, version);
    });
  }

  async add(name: string, amounts: ReadonlyMap<string, number>): Promise<void> {
    const fact = this.declaration(name);
    if (fact.type !== 'integer')
      throw new TypeError(
        `The search fact "${name}" is not an integer: nothing can be added to it.`,
      );
    // a fixed order prevents deadlocks between concurrent servers
    const rows = [...amounts].filter(([id]) => isUuid(id)).sort(by(([key]) => key));
    const sql = sqlOf(this.reads.engine, ADD);
    const added = rows.map(([id, amount]) => [name, storedValue(fact, amount).rank, id]);
    await this.unitOfWork.run(async (manager) => {
      for (const parameters of added) await manager.query(sql, parameters);
    });
  }

  /** Throws a `TypeError`. */
  #read(values: Readonly<Record<string, SearchFactValue | null>>) {
    const given = Object.entries(values).map(([name, value]) => ({
      fact: this.declaration(name),
      value,
    }));
    return {
      set: given.flatMap(({ fact, value }) =>
        value === null ? [] : [{ fact: fact.name, ...storedValue(fact, value) }],
      ),
      taken: given.flatMap(({ fact, value }) => (value === null ? [fact.name] : [])),
    };
  }

  private declaration(name: string): DeclaredFact {
    const fact = this.declared.get(name);
    if (fact === undefined)
      throw new TypeError(
        `No module contributes the search fact "${name}" at registry.searchFacts.`,
      );
    return fact;
  }
}

/** Throws `not_found`. */
async function nameOf(manager: EntityManager, id: string): Promise<string> {
  const tile = isUuid(id) ? await manager.findOneBy(TileEntity, { id }) : null;
  if (tile === null) throw notFound({ kind: 'plugin', id });
  return tile.fullName;
}
