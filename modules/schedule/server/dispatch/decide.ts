import type { Timetable } from '../../cron/index.js';

/** What happens with the times of a schedule that have passed. */
export interface Decision {
  /** The latest of them, if a launch is begun for it. */
  readonly run: Date | undefined;
  /** How many are not made up for. */
  readonly missed: number;
  /** How many have passed while the launch of the time before still ran: 0 or 1. */
  readonly skipped: number;
  /** The next time; `undefined` if there is none any more. */
  readonly next: Date | undefined;
}

interface Due {
  /** The earliest time that has passed, as it is stored: it counts, whatever this server's zone data says. */
  readonly due: Date;
  readonly now: Date;
  /** How old a time may be to be made up for. */
  readonly windowMs: number;
  /** Whether the launch of the time before has not ended. */
  readonly busy: boolean;
}

/** The latest time within the window is run, once, unless the launch of the time before still runs; all others are missed. */
export function decide(table: Timetable, { due, now, windowMs, busy }: Due): Decision {
  const latest = table.last(due, now) ?? due;
  const passed = 1 + table.count(due, now);
  const next = table.next(now);
  if (now.getTime() - latest.getTime() > windowMs)
    return { run: undefined, missed: passed, skipped: 0, next };
  return busy
    ? { run: undefined, missed: passed - 1, skipped: 1, next }
    : { run: latest, missed: passed - 1, skipped: 0, next };
}
