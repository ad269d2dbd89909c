import type { EntityManager } from 'typeorm';
import { batches } from '../../../../toolbox/batches.js';
import type { Engine, SqlDatabase } from '../../../persistence/contract/db.js';
import { placeholders, select, sqlOf } from '../statement.js';
import type { Asked } from './asked.js';
import { oneEditAway } from './one-edit.js';
import type { Term, Terms } from './terms.js';
import { nameWords, stemOf, textWords } from './words.js';

const AT_ONCE = 500;
const SHORTEST_BEGINNING = 2;
const MAX_ENDINGS = 12;
/** Most words that are read for completions, because thousands may begin with two letters. */
const ENDINGS_READ = 500;
/** Shorter words are not corrected: too many words are one letter away. */
const SHORTEST_MISSPELT = 4;
const COMPLETED = 0.6;
const MISSPELT = 0.7;
const LATIN = /^[a-z0-9]+$/;

interface Row {
  readonly word: string;
  readonly ending: number;
}

/** Adds the words of names and descriptions, and their stems, to the vocabulary. Words that no plugin has any more may stay: they have no matches. */
export async function learnWords(
  manager: EntityManager,
  engine: Engine,
  texts: readonly { readonly name: string; readonly description: string }[],
): Promise<void> {
  const words = texts.flatMap(({ name, description }) => [
    ...nameWords(name),
    ...textWords(description),
  ]);
  // a fixed order prevents deadlocks between concurrent writers
  const all = [...new Set(words.flatMap((word) => [word, stemOf(word)]))].sort();
  for (const some of batches(all, AT_ONCE)) {
    const sql = `INSERT INTO "registry_words" ("word") VALUES ${some.map(() => '(?)').join(', ')} ON CONFLICT DO NOTHING`;
    await manager.query(sqlOf(engine, sql), some);
  }
}

/** The terms of a query: its words with their stems, completions of the last word, and corrections of misspelt words. */
export async function termsOf(
  database: SqlDatabase,
  { words, beginning, joined, name, phrases }: Asked,
): Promise<Terms> {
  const { known, endings } = await look(
    database,
    [...words, ...words.map(stemOf), ...joined],
    beginning,
  );
  const unknown = words.filter((word) => !known.has(word) && !known.has(stemOf(word)));
  const meant = await corrections(database, unknown);
  const own = words.map((word): Term => {
    const near = [
      ...(meant.get(word) ?? []).map((other) => [stemOf(other), MISSPELT] as const),
      ...(word === beginning ? endings : []).map((other) => [stemOf(other), COMPLETED] as const),
      [stemOf(word), 1] as const,
    ];
    return { word, stems: new Map(near), extra: false };
  });
  const extra = joined
    .filter((word) => known.has(word))
    .map((word): Term => ({ word, stems: new Map([[stemOf(word), 1]]), extra: true }));
  return { terms: [...own, ...extra], name, phrases };
}

/** The words that are in the vocabulary, and its words that start with the last one, short ones first. */
async function look(
  database: SqlDatabase,
  words: readonly string[],
  beginning = '',
): Promise<{ known: ReadonlySet<string>; endings: string[] }> {
  const known = `SELECT "word", 0 AS "ending" FROM "registry_words" WHERE "word" IN (${placeholders(words)})`;
  const longer = `SELECT "word", 1 AS "ending" FROM "registry_words" WHERE "word" > ? AND "word" < ? ORDER BY "word" LIMIT ${ENDINGS_READ}`;
  const endings = `SELECT * FROM (${longer}) AS l ORDER BY LENGTH("word"), "word" LIMIT ${MAX_ENDINGS}`;
  const rows =
    beginning.length < SHORTEST_BEGINNING
      ? await select<Row>(database, known, words)
      : await select<Row>(database, `${known} UNION ALL SELECT * FROM (${endings}) AS e`, [
          ...words,
          beginning,
          `${beginning}\u{10ffff}`,
        ]);
  const list = (ending: number): string[] =>
    rows.filter((row) => row.ending === ending).map(({ word }) => word);
  return { known: new Set(list(0)), endings: list(1) };
}

/** For each word that is not in the vocabulary, the words of the vocabulary at an edit distance of one. */
async function corrections(
  database: SqlDatabase,
  unknown: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const misspelt = unknown.filter((word) => word.length >= SHORTEST_MISSPELT && LATIN.test(word));
  if (misspelt.length === 0) return new Map();
  const spellings = misspelt.map((word) => [word, oneEditAway(word)] as const);
  const { known } = await look(
    database,
    spellings.flatMap(([, others]) => others),
  );
  return new Map(
    spellings.map(([word, others]) => [word, others.filter((other) => known.has(other))]),
  );
}
