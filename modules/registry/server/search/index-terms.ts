import type { Engine } from '../../../persistence/contract/db.js';

// What the index holds beside words. Words are letters, digits and marks, so these are never taken for one, and common words of texts
// stay as rare as they are in names.

/** A stem in a name. */
export const termInName = (stem: string): string => `=${stem}`;
/** A whole name: words of it are written as one. */
export const termOfWholeName = (words: readonly string[]): string => `==${words.join('')}`;
/** Scope: the name or id of its workspace, the id of its organization. */
export const termOfScope = (nameOrId: string): string => `@${nameOrId}`;
export const PUBLIC_TERM = '@@public';

/** Names of only words and separators. Others, such as headings, are found by their words. */
const PLAIN: Readonly<Record<Engine, string>> = {
  sqlite: `d."name" NOT GLOB '*[^a-z0-9-]*'`,
  postgres: `d."name" ~ '^[a-z0-9-]*$'`,
};

/** SQL for the terms of a document `d` of the plugin `t`, separated by spaces. */
export const termsSql = (engine: Engine): string => `'=' || replace(d."name_words", ' ', ' =')
  || CASE WHEN ${PLAIN[engine]} THEN ' ==' || replace(d."name", '-', '') ELSE '' END
  || ' ==' || replace(t."name", '-', '') || ' ==' || replace(replace(t."full_name", '-', ''), '/', '')
  || ' @' || t."workspace_id" || ' @' || t."workspace_name" || ' @' || t."organization_id"
  || CASE WHEN t."private" THEN '' ELSE ' ${PUBLIC_TERM}' END`;
