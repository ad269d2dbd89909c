import { expect, it } from '@jest/globals';
import type { RunRow, RunRowsRequest } from '../contract/run-lists.js';
import type { Kind } from './kinds.js';
import { mergedRuns, type MergedRuns } from './merged-runs.js';
import type { Cursors } from './pages/shown-part.js';

const invoke = () => Promise.reject(new Error('not called'));
const asked = { workspace: 'tools', pageSize: 3, invoke };

const runAt = (minute: number): RunRow => ({
  id: String(minute),
  href: `/runs/${minute}`,
  name: `at ${minute}`,
  state: 'done',
  result: '',
  startedAt: `2026-01-31T09:${String(minute).padStart(2, '0')}:00.000Z`,
});

/** Its cursors are positions. */
const kindOf = (id: string, minutes: readonly number[]): Kind => ({
  id,
  title: id,
  one: id,
  order: 0,
  rows: ({ after = '0', pageSize }: RunRowsRequest) => {
    const from = Number(after);
    const to = from + pageSize;
    const rows = minutes.slice(from, to).map(runAt);
    return Promise.resolve({ rows, next: to < minutes.length ? String(to) : null });
  },
});
const failing: Kind = { ...kindOf('failing', []), rows: () => Promise.resolve(undefined) };

const minutesOf = ({ rows }: MergedRuns) => rows.map(({ id }) => Number(id));

async function allOf(kinds: readonly Kind[]): Promise<number[][]> {
  const pages: number[][] = [];
  let after: Cursors | undefined = new Map();
  while (after !== undefined) {
    const page: MergedRuns = await mergedRuns(kinds, asked, after);
    pages.push(minutesOf(page));
    after = page.next;
  }
  return pages;
}

it('shows every run once, the newest first, on whatever page it is', async () => {
  const kinds = [kindOf('one', [50, 40, 30, 20]), kindOf('two', [45, 44, 10]), kindOf('none', [])];
  expect(await allOf(kinds)).toEqual([[50, 45, 44], [40, 30, 20], [10]]);
});

it('ends with the last run', async () => {
  expect(await allOf([kindOf('one', [3, 2, 1])])).toEqual([[3, 2, 1]]);
  expect(await allOf([kindOf('one', [])])).toEqual([[]]);
});

it('goes on behind what was shown when newer runs have come', async () => {
  const { next } = await mergedRuns([kindOf('one', [5, 4, 3, 2])], asked, new Map());
  expect(next).toEqual(new Map([['one', '3']]));
});

it('names kinds that have failed, and shows the others', async () => {
  const page = await mergedRuns([kindOf('one', [1]), failing], asked, new Map());
  expect(minutesOf(page)).toEqual([1]);
  expect(page.missing).toEqual([failing]);
  expect(page.next).toBeUndefined();
});
