import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  engineOf,
  type Migration,
} from '../../../persistence/contract/db.js';
import { documentsOf, learnAllWords } from '../search/search-tables.js';
import { nameStems, textStems } from '../search/stems.js';
import { sqlOf } from '../statement.js';

const UPDATE =
  'UPDATE "registry_documents" SET "name_words" = ?, "description_words" = ?, "body_words" = ? WHERE "id" = ?';

/** Searches by the stems of words, and corrects misspellings with the words of names and descriptions. A later migration fills the full text. */
export class SearchByStems1765500000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'registry_words',
      columns: { word: columns.text() },
      primary: ['word'],
    });
    const { manager } = runner;
    const engine = engineOf(runner);
    for await (const rows of documentsOf(manager, engine))
      for (const { id, name, description, body } of rows)
        await manager.query(sqlOf(engine, UPDATE), [
          nameStems(name),
          textStems(description),
          textStems(body),
          id,
        ]);
    await learnAllWords(manager, engine);
  }

  /** Keeps the words of documents: each publish of a plugin rewrites its own. */
}
