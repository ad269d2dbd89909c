import type { QueryRunner } from 'typeorm';
import { engineOf, type Migration } from '../../../persistence/contract/db.js';
import { searchIndexOf } from '../search/search-index.js';
import { indexedKinds } from '../entities/document.entity.js';

/** Adds names, workspaces and visibility to the index, so that candidates are limited before any join. */
export class SearchByTerms1765800000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await renew(
      runner,
      `name, description, body, terms, content='', contentless_delete=1, tokenize="ascii tokenchars '=@-'"`,
    );
    await searchIndexOf(engineOf(runner)).addAll(runner.manager);
  }

  /** Leaves the index of SQLite empty: each publish of a plugin rewrites its own part. */
}

/** On SQLite the tables are recreated, because the terms get a column of their own. */
async function renew(runner: QueryRunner, definition: string): Promise<void> {
  for (const kind of indexedKinds) {
    if (engineOf(runner) === 'postgres') {
      // updates the index immediately: with fastupdate each search would scan the pending list
      await runner.query(`ALTER INDEX "registry_search_${kind}_idx" SET (fastupdate = off)`);
    } else {
      await runner.query(`DROP TABLE "registry_search_${kind}"`);
      await runner.query(
        `CREATE VIRTUAL TABLE "registry_search_${kind}" USING fts5(${definition})`,
      );
    }
  }
}
