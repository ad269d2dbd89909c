import type { CronExpression } from './expression.js';
import { LocalTimes } from './local-times.js';
import { shortestInterval } from './shortest-interval.js';
import { clockOf, DAY, type Stretch, type ZoneClock } from './zones.js';

/** A date that comes at all comes within nine years: 29 February is missing in 2100. */
export const LONGEST_WAIT_DAYS = 9 * 366;

/** An expression in a zone. */
export interface Timetable {
  /** The first time strictly after the instant; `undefined` if there is none within nine years. */
  next(after: Date): Date | undefined;
  /** The last time at or before `until` and strictly after `after`; `undefined` if there is none. */
  last(after: Date, until: Date): Date | undefined;
  /** How many times there are strictly after `after` and at or before `until`. */
  count(after: Date, until: Date): number;
  /** The first so many times strictly after the instant; fewer if there are no more within nine years of the one before. */
  upcoming(after: Date, count: number): readonly Date[];
  /**
   * The shortest time in minutes between two consecutive times in the nine years after the instant, on a clock that is never changed, so that
   * it is the same in every zone. `Infinity` if there are no two.
   */
  shortestInterval(after: Date): number;
}

/** The zone is a canonical name, as `canonicalZone` answers it. */
export function timetable(expression: CronExpression, zone: string): Timetable {
  return new ZonedTimes(expression, clockOf(zone));
}

const dayOf = (instant: number): number => Math.floor(instant / DAY);

/**
 * Walks the days of UTC in stretches without a change of the clock. A day of UTC has times of its own local day and of the ones before and after
 * it only, so days far from all local days that fit are passed over.
 */
class ZonedTimes implements Timetable {
  readonly #local: LocalTimes;
  readonly #clock: ZoneClock;
  readonly #realHours: boolean;

  constructor(expression: CronExpression, clock: ZoneClock) {
    this.#local = new LocalTimes(expression);
    this.#clock = clock;
    this.#realHours = expression.hours === '*';
  }

  next(after: Date): Date | undefined {
    const from = after.getTime() + 1;
    const to = from + LONGEST_WAIT_DAYS * DAY;
    for (let day = dayOf(from); day * DAY < to;) {
      const times = this.#parts(day, from, to).map((part) => this.#first(part));
      const found = times.find((time) => time !== undefined);
      if (found !== undefined) return new Date(found);
      const local = this.#local.first(day * DAY, to + DAY);
      if (local === undefined) return undefined;
      day = Math.max(day + 1, dayOf(local) - 1);
    }
    return undefined;
  }

  last(after: Date, until: Date): Date | undefined {
    const [from, to] = [after.getTime() + 1, until.getTime() + 1];
    for (let day = dayOf(to); (day + 1) * DAY > from;) {
      const times = this.#parts(day, from, to).map((part) => this.#last(part));
      const found = times.findLast((time) => time !== undefined);
      if (found !== undefined) return new Date(found);
      const local = this.#local.last(from - DAY, (day + 1) * DAY);
      if (local === undefined) return undefined;
      day = Math.min(day - 1, dayOf(local) + 1);
    }
    return undefined;
  }

  count(after: Date, until: Date): number {
    const [from, to] = [after.getTime() + 1, until.getTime() + 1];
    let count = 0;
    for (let day = dayOf(from); day * DAY < to; day += 1)
      for (const part of this.#parts(day, from, to)) count += this.#count(part);
    return count;
  }

  upcoming(after: Date, count: number): readonly Date[] {
    const times: Date[] = [];
    for (let time = this.next(after); time !== undefined && times.length < count;) {
      times.push(time);
      time = this.next(time);
    }
    return times;
  }

  shortestInterval(after: Date): number {
    return shortestInterval(this.#local, dayOf(after.getTime()));
  }

  /** The stretches of a day, as far as they lie within bounds, each with the offsets by which its times are read. */
  #parts(day: number, from: number, to: number): readonly Stretch[] {
    const parts: Stretch[] = [];
    for (const stretch of this.#clock.stretches(day)) {
      const [start, end] = [Math.max(stretch.start, from), Math.min(stretch.end, to)];
      const readings = this.#realHours ? [stretch.offset] : stretch.readings;
      if (start < end) parts.push({ start, end, offset: stretch.offset, readings });
    }
    return parts;
  }

  #first({ start, end, readings }: Stretch): number | undefined {
    const times = readings.map(
      (offset) => (this.#local.first(start + offset, end + offset) ?? Infinity) - offset,
    );
    const first = Math.min(...times);
    return first === Infinity ? undefined : first;
  }

  #last({ start, end, readings }: Stretch): number | undefined {
    const times = readings.map(
      (offset) => (this.#local.last(start + offset, end + offset) ?? -Infinity) - offset,
    );
    const last = Math.max(...times);
    return last === -Infinity ? undefined : last;
  }

  #count({ start, end, readings }: Stretch): number {
    const [only, other] = readings;
    if (only === undefined) return 0;
    if (other === undefined) return this.#local.count(start + only, end + only);
    const times = readings.flatMap((offset) =>
      this.#local.all(start + offset, end + offset).map((time) => time - offset),
    );
    return new Set(times).size;
  }
}
