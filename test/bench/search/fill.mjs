// Fills the SQLite database of a stopped server with plugins like one that was published, each with three skills.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';
import { wordSource } from './zipf.mjs';

const SKILLS = 3;
const DESCRIPTION = 12;
const AT_ONCE = 500;
const PRIVATE = 0.1;

/** `file` holds the plugin `bench/read`, of which the others are copies with words of their own. */
export async function fill(file, plugins) {
  const database = new sqlite3.Database(file);
  const [run, all] = [
    promisify(database.run.bind(database)),
    promisify(database.all.bind(database)),
  ];
  const [tile] = await all(`SELECT * FROM "registry_tiles" WHERE "full_name" = 'bench/read'`);
  const [version] = await all(`SELECT * FROM "registry_versions" WHERE "id" = ?`, [
    tile.latest_version_id,
  ]);
  const [{ generation }] = await all(`SELECT "generation" FROM "registry_documents" LIMIT 1`);
  const word = wordSource(1);
  const insert = async (table, rows) => {
    const columns = Object.keys(rows[0]);
    const places = rows.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
    const names = columns.map((name) => `"${name}"`).join(', ');
    const values = rows.flatMap((row) => Object.values(row));
    await run(`INSERT INTO "${table}" (${names}) VALUES ${places}`, values);
  };
  await run('PRAGMA foreign_keys = OFF');
  for (let done = 0; done < plugins; done += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, plugins - done) }, (_, at) =>
      plugin({ tile, version, generation, word, number: done + at }),
    );
    await run('BEGIN');
    await insert(
      'registry_tiles',
      made.map((one) => one.tile),
    );
    await insert(
      'registry_versions',
      made.map((one) => one.version),
    );
    await insert(
      'registry_documents',
      made.flatMap((one) => one.documents),
    );
    await insert(
      'registry_search_facts',
      made.flatMap((one) => one.facts),
    );
    await run('COMMIT');
  }
  await promisify(database.close.bind(database))();
}

function plugin({ tile, version, generation, word, number }) {
  const name = `${word()}-${word()}-${number}`;
  const description = text(word, DESCRIPTION);
  const [tileId, versionId] = [randomUUID(), randomUUID()];
  const skills = Array.from({ length: SKILLS }, () => ({
    name: `${word()}-${word()}`,
    description: text(word, DESCRIPTION),
  }));
  const document = (kind, one, body) => ({
    tile_id: tileId,
    kind,
    name: one.name,
    description: one.description,
    path: kind === 'skill' ? `skills/${one.name}/SKILL.md` : null,
    name_words: nameWords(one.name),
    description_words: one.description,
    body_words: body,
    generation,
  });
  const own = { name: `bench/${name}`, description };
  return {
    tile: {
      ...tile,
      id: tileId,
      name,
      full_name: own.name,
      description,
      latest_version_id: versionId,
      private: number % (1 / PRIVATE) === 0 ? 1 : 0,
    },
    version: { ...version, id: versionId, tile_id: tileId, description },
    facts: factsOf(number).map((fact) => ({
      ...fact,
      tile_id: tileId,
      full_name: own.name,
      of_version: 1,
    })),
    documents: [
      document(
        'plugin',
        own,
        skills.map((skill) => `${skill.name.replace('-', ' ')} ${skill.description}`).join(' '),
      ),
      ...skills.map((skill) => document('skill', skill, '')),
    ],
  };
}

const SECURITY = ['none', 'none', 'low', 'low', 'medium', 'high'];
const RANGES = ['0-49', '50-69', '50-69', '70-89', '90-100'];

/** What searches know of a plugin: its newest version, and what reviews and the registry say of it. */
function factsOf(number) {
  const facet = (fact, value) => ({ fact, rank: null, text: value });
  return [
    { fact: 'newest', rank: -1_700_000_000_000 - ((number * 7919) % 1_000_003), text: null },
    { fact: 'score', rank: -(number % 101), text: null },
    facet('score-range', RANGES[number % RANGES.length]),
    facet('security', SECURITY[number % SECURITY.length]),
    facet('hooks', number % 33 === 0 ? 'yes' : 'no'),
    facet('toolservers', number % 12 === 0 ? 'yes' : 'no'),
  ];
}

const text = (word, count) => Array.from({ length: count }, word).join(' ');

/** As the index holds names: their words, and neighbours as one word. The words of the bench have no other forms. */
function nameWords(name) {
  const words = name.split(/[/-]/);
  const runs = [2, 3].flatMap((count) =>
    words.slice(count - 1).map((_, at) => words.slice(at, at + count).join('')),
  );
  return [...words, ...runs].join(' ');
}
