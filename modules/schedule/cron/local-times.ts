import type { CronExpression } from './expression.js';
import { DAY } from './zones.js';

const MINUTE = 60_000;
const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The times of an expression on a calendar and a clock that are never changed. Times are milliseconds since 1970, as if the clock showed UTC;
 * days are counted from 1970. Of two bounds the first is included and the second is not.
 */
export class LocalTimes {
  readonly #expression: CronExpression;
  readonly #days: ReadonlySet<number>;
  readonly #months: ReadonlySet<number>;
  readonly #weekdays: ReadonlySet<number>;
  /** The times of each day that fits, from its start. */
  readonly ofDay: readonly number[];

  constructor(expression: CronExpression) {
    this.#expression = expression;
    this.#days = new Set(expression.days);
    this.#months = new Set(expression.months);
    this.#weekdays = new Set(expression.weekdays);
    const hours = expression.hours === '*' ? ALL_HOURS : expression.hours;
    this.ofDay = hours.flatMap((hour) =>
      expression.minutes.map((minute) => (hour * 60 + minute) * MINUTE),
    );
  }

  first(from: number, to: number): number | undefined {
    const start = Math.floor(from / DAY);
    for (const day of this.days(start, Math.ceil(to / DAY))) {
      const time = this.ofDay[this.#before(from - day * DAY)];
      if (time !== undefined) return day * DAY + time < to ? day * DAY + time : undefined;
    }
    return undefined;
  }

  last(from: number, to: number): number | undefined {
    for (let day = Math.ceil(to / DAY) - 1; (day + 1) * DAY > from; day -= 1) {
      if (!this.#fits(new Date(day * DAY))) continue;
      const time = this.ofDay[this.#before(to - day * DAY) - 1];
      if (time !== undefined) return day * DAY + time >= from ? day * DAY + time : undefined;
    }
    return undefined;
  }

  count(from: number, to: number): number {
    let count = 0;
    for (const day of this.days(Math.floor(from / DAY), Math.ceil(to / DAY)))
      count += this.#before(to - day * DAY) - this.#before(from - day * DAY);
    return count;
  }

  all(from: number, to: number): readonly number[] {
    const days = [...this.days(Math.floor(from / DAY), Math.ceil(to / DAY))];
    return days.flatMap((day) =>
      this.ofDay
        .slice(this.#before(from - day * DAY), this.#before(to - day * DAY))
        .map((time) => day * DAY + time),
    );
  }

  /** The days that fit. */
  *days(from: number, to: number): Generator<number, undefined> {
    for (let day = from; day < to;) {
      const date = new Date(day * DAY);
      const month = date.getUTCMonth();
      if (!this.#months.has(month + 1)) {
        day = Date.UTC(date.getUTCFullYear(), month + 1) / DAY;
        continue;
      }
      if (this.#fits(date)) yield day;
      day += 1;
    }
  }

  #fits(date: Date): boolean {
    if (!this.#months.has(date.getUTCMonth() + 1)) return false;
    const day = this.#days.has(date.getUTCDate());
    const weekday = this.#weekdays.has(date.getUTCDay());
    return this.#expression.dayOrWeekday ? day || weekday : day && weekday;
  }

  /** How many times of a day come before a time of it. */
  #before(time: number): number {
    let [low, high] = [0, this.ofDay.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ofDay[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
