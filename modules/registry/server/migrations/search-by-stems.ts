import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columns, createTable, engineOf } from '../../../persistence/contract/db.js';
import { indexedKinds } from '../search/indexed-kinds.js';
import { learnAllWords } from '../search/search-tables.js';
import { nameStems, textStems } from '../search/stems.js';
import { numbered } from '../statement.js';

const AT_ONCE = 500;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly body_words: string;
}

/** Searches by the stems of words, and corrects misspellings with the words of names and descriptions. */
export class SearchByStems1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'registry_words',
      columns: { word: columns.text() },
      primary: ['word'],
    });
    await rewrite(runner, ({ name, description, body_words: body }) => [
      nameStems(name),
      textStems(description),
      textStems(body),
    ]);
    await renew(runner, `content='', contentless_delete=1, tokenize='ascii'`);
    // a later migration fills the full text
    await learnAllWords(runner.manager, engineOf(runner));
  }

  /** Keeps the words: each publish of a plugin rewrites its own. */
  async down(runner: QueryRunner): Promise<void> {
    await renew(runner, `content='', contentless_delete=1, prefix='2 3', tokenize='unicode61'`);
    await runner.dropTable('registry_words');
  }
}

/** Empties the full text. On SQLite the tables are recreated, because words are now folded and separated by spaces. */
async function renew(runner: QueryRunner, options: string): Promise<void> {
  if (engineOf(runner) === 'postgres') {
    await runner.query('DELETE FROM "registry_search"');
    return;
  }
  for (const kind of indexedKinds) {
    await runner.query(`DROP TABLE "registry_search_${kind}"`);
    await runner.query(
      `CREATE VIRTUAL TABLE "registry_search_${kind}" USING fts5(name, description, body, ${options})`,
    );
  }
}

async function rewrite(
  runner: QueryRunner,
  wordsOf: (row: Row) => readonly string[],
): Promise<void> {
  const text = (sql: string): string => (engineOf(runner) === 'postgres' ? numbered(sql) : sql);
  const select = text(
    `SELECT "id", "name", "description", "body_words" FROM "registry_documents" WHERE "kind" <> 'link' AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`,
  );
  const update = text(
    `UPDATE "registry_documents" SET "name_words" = ?, "description_words" = ?, "body_words" = ? WHERE "id" = ?`,
  );
  let last = 0;
  for (;;) {
    const rows = (await runner.query(select, [last])) as Row[];
    for (const row of rows) await runner.query(update, [...wordsOf(row), row.id]);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
