import { expect, it } from '@jest/globals';
import type { HostInfo } from 'svc-registry/kernel';
import type { PageRequest } from '../../web/contract/index.js';
import type { RunRow, RunState } from '../contract/run-lists.js';
import type { Kind, Kinds } from './kinds.js';
import { WaitingRuns } from './waiting-runs.js';

const now = new Date('2026-01-31T09:00:00.000Z');
const host = { clock: () => now } as HostInfo;
const request = {
  invoke: () => Promise.resolve({ data: [{ name: 'tools' }], next: null, prev: null }),
} as unknown as PageRequest;

const run = (state: RunState, day: string, result = ''): RunRow => ({
  id: day,
  href: `/runs/${day}`,
  name: `of ${day}`,
  state,
  result,
  startedAt: `2026-01-${day}T09:00:00.000Z`,
});
const kindOf = (one: string, rows: readonly RunRow[], asks = false): Kind => ({
  id: one,
  title: one,
  one,
  order: 0,
  asks,
  rows: ({ state }) =>
    Promise.resolve({ rows: rows.filter((row) => row.state === state), next: null }),
});
const waitingOf = (...all: readonly Kind[]) =>
  new WaitingRuns({ all } as Kinds, host).waiting(request);

it('shows what asks a person first, then what failed in the last days', async () => {
  const waiting = await waitingOf(
    kindOf('Launch', [run('failed', '30', 'No clone.'), run('failed', '20'), run('waiting', '31')]),
    kindOf('Task', [run('waiting', '10'), run('failed', '31'), run('done', '31')], true),
  );
  expect(waiting.map(({ text, detail, href }) => [text, detail, href])).toEqual([
    ['Task “of 10” in tools waits for an answer.', '', '/runs/10'],
    ['Task “of 31” in tools has failed.', '', '/runs/31'],
    ['Launch “of 30” in tools has failed.', 'No clone.', '/runs/30'],
  ]);
});
