import { isDeepStrictEqual } from 'node:util';
import type { Schedule } from '../schedule.entity.js';
import type { WantedSchedule } from './wanted-schedules.js';

/** What has to happen to the schedules of a file. */
export interface Changes {
  readonly created: readonly WantedSchedule[];
  readonly updated: readonly Pair[];
  readonly recreated: readonly Pair[];
  readonly unchanged: readonly Pair[];
  readonly deleted: readonly Schedule[];
}

interface Pair {
  readonly wanted: WantedSchedule;
  readonly row: Schedule;
}

type Way = 'updated' | 'recreated' | 'unchanged';

/** Compares the entries of a file with its schedules. */
export function changesOf(wanted: readonly WantedSchedule[], rows: readonly Schedule[]): Changes {
  const byKey = new Map(rows.map((row) => [row.sourceKey, row]));
  const pairs: Record<Way, Pair[]> = { updated: [], recreated: [], unchanged: [] };
  const created: WantedSchedule[] = [];
  for (const each of wanted) {
    const row = byKey.get(each.key);
    if (row === undefined) created.push(each);
    else pairs[wayOf(each, row)].push({ wanted: each, row });
  }
  const keys = new Set(wanted.map(({ key }) => key));
  return { ...pairs, created, deleted: rows.filter(({ sourceKey }) => !keys.has(sourceKey ?? '')) };
}

function wayOf({ launch, times }: WantedSchedule, row: Schedule): Way {
  const { label: ours, ...what } = plain(launch);
  const { label: theirs, ...before } = row.launch;
  if (!isDeepStrictEqual(what, before)) return 'recreated';
  const same = times.cron === row.cron && times.timezone === row.timezone && ours === theirs;
  return same ? 'unchanged' : 'updated';
}

/** As it comes back from the database. */
const plain = (launch: Schedule['launch']): Schedule['launch'] =>
  JSON.parse(JSON.stringify(launch)) as Schedule['launch'];

/** The server goes on with what it has paused itself. */
export const isPausedByPerson = ({ state, pausedBecause }: Schedule): boolean =>
  state === 'paused' && pausedBecause === null;

/** Whether more of the file's schedules are active than before: others may be more than the operator allows by now. */
export function activates(changes: Changes, rows: readonly Schedule[]): boolean {
  const kept = [...changes.updated, ...changes.recreated, ...changes.unchanged];
  const active = kept.filter(({ row }) => !isPausedByPerson(row)).length;
  return changes.created.length + active > rows.filter(({ state }) => state === 'active').length;
}
