import type { RunRow, RunRowsRequest } from '../contract/run-lists.js';
import type { Kind } from './kinds.js';
import { END, type Cursors } from './pages/shown-part.js';

/** A run with its kind. */
export interface MergedRow extends RunRow {
  readonly kind: Kind;
}

export interface MergedRuns {
  /** The newest first. */
  readonly rows: readonly MergedRow[];
  /** Where the next page begins; `undefined` on the last one. */
  readonly next: Cursors | undefined;
  /** Kinds that could not be read. */
  readonly missing: readonly Kind[];
}

type Asked = Omit<RunRowsRequest, 'after'>;

/** Runs of several kinds as one list. Each kind has a cursor of its own, and goes on behind its last run that is shown. */
export async function mergedRuns(
  kinds: readonly Kind[],
  asked: Asked,
  after: Cursors,
): Promise<MergedRuns> {
  const open = kinds.filter(({ id }) => after.get(id) !== END);
  const read = await Promise.all(
    open.map(async (kind) => ({ kind, page: await kind.rows(from(asked, after.get(kind.id))) })),
  );
  const found = read.flatMap(({ kind, page }) => page?.rows.map((row) => ({ ...row, kind })) ?? []);
  const rows = found
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
    .slice(0, asked.pageSize);
  const next = new Map(after);
  for (const { kind, page } of read) {
    const shown = rows.filter((row) => row.kind === kind).length;
    const cursor =
      page === undefined || shown === page.rows.length
        ? (page?.next ?? END)
        : await behind(kind, { ...asked, pageSize: shown }, after.get(kind.id));
    if (cursor !== undefined) next.set(kind.id, cursor);
  }
  const more = open.some(({ id }) => next.get(id) !== END);
  const missing = read.filter(({ page }) => page === undefined).map(({ kind }) => kind);
  return { rows, next: more ? next : undefined, missing };
}

const from = (asked: Asked, after: string | undefined): RunRowsRequest => ({ ...asked, after });

/** The cursor behind the first rows of a kind. Lists tell the cursor of their last row only, so these are read once more, without the others. */
async function behind(
  kind: Kind,
  asked: Asked,
  after: string | undefined,
): Promise<string | undefined> {
  if (asked.pageSize === 0) return after;
  const page = await kind.rows(from(asked, after));
  return page?.next ?? END;
}
