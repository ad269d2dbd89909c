/** Full text on SQLite: one FTS5 table per kind, so that long READMEs do not slow the search for names. */
const kinds = ['plugin', 'skill', 'rule', 'doc'];

export const createSearchTables = [
  `CREATE TABLE "registry_documents" (
    "id" integer PRIMARY KEY AUTOINCREMENT,
    "tile_id" varchar NOT NULL REFERENCES "registry_tiles" ("id") ON DELETE CASCADE,
    "kind" text NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "path" text,
    "name_words" text NOT NULL,
    "description_words" text NOT NULL,
    "body_words" text NOT NULL
  )`,
  `CREATE INDEX "registry_documents_tile_id_idx" ON "registry_documents" ("tile_id")`,
  `CREATE INDEX "registry_documents_link_idx" ON "registry_documents" ("name") WHERE "kind" = 'link'`,
  // contentless: the words are in registry_documents already; rowid is that table's id
  ...kinds.map(
    (kind) => `CREATE VIRTUAL TABLE "registry_search_${kind}" USING fts5(
      name, description, body, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61'
    )`,
  ),
];
