/** A stretch of time without a change of the clock, in milliseconds since 1970; `end` is excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** What the clock is ahead of UTC, in milliseconds. */
  readonly offset: number;
  /**
   * The offsets by which local times mean instants of this stretch, if each local time means one instant: none where the clock repeats itself;
   * two where also the times count that it has skipped just before.
   */
  readonly readings: readonly number[];
}

interface Change {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export const DAY = 86_400_000;

const SECOND = 1000;

/** About 14 years. */
const MAX_DAYS = 5000;

const clocks = new Map<string, ZoneClock>();

/** The clock of a zone; throws a RangeError for the name of none. */
export function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new ZoneClock(zone);
  // under its canonical name only: there are some hundred of these, but any number of writings
  if (clock.name === zone) clocks.set(zone, clock);
  return clock;
}

/** The canonical name of a zone; `undefined` for what is none. An offset such as `+02:00` is none. */
export function canonicalZone(name: unknown): string | undefined {
  // newer versions of Node take offsets for zones
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return undefined;
  try {
    return clockOf(name).name;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What clocks show in one zone. Remembers what it has looked up. */
export class ZoneClock {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  readonly #changes = new Map<number, Change>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    this.name = this.#format.resolvedOptions().timeZone;
  }

  /** A day of UTC, counted from 1970, in stretches. */
  stretches(day: number): readonly Stretch[] {
    const [start, end] = [day * DAY, (day + 1) * DAY];
    const first = this.#atStartOf(day);
    // of the day before too: what a clock skips or repeats may take up to a day
    const changes = [this.#changeOn(day - 1), this.#changeOn(day)].filter(
      (change) => change !== undefined,
    );
    if (changes.length === 0) return [{ start, end, offset: first, readings: [first] }];
    const cuts = changes
      .flatMap(({ at, from, to }) => [at, at + Math.abs(to - from)])
      .filter((cut) => cut > start && cut < end);
    const bounds = [...new Set([start, ...cuts, end])].sort((one, other) => one - other);
    return bounds.slice(0, -1).map((bound, index) => {
      const offset = changes.findLast(({ at }) => at <= bound)?.to ?? first;
      return {
        start: bound,
        end: bounds[index + 1] ?? end,
        offset,
        readings: readingsAt(bound, changes) ?? [offset],
      };
    });
  }

  #atStartOf(day: number): number {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    if (this.#offsets.size >= MAX_DAYS) this.#offsets.clear();
    const offset = this.#offsetAt(day * DAY);
    this.#offsets.set(day, offset);
    return offset;
  }

  #changeOn(day: number): Change | undefined {
    const [from, to] = [this.#atStartOf(day), this.#atStartOf(day + 1)];
    if (from === to) return undefined;
    const known = this.#changes.get(day);
    if (known !== undefined) return known;
    let [before, at] = [day * DAY, (day + 1) * DAY];
    while (at - before > SECOND) {
      const middle = before + Math.floor((at - before) / 2 / SECOND) * SECOND;
      if (this.#offsetAt(middle) === from) before = middle;
      else at = middle;
    }
    if (this.#changes.size >= MAX_DAYS) this.#changes.clear();
    const change = { at, from, to };
    this.#changes.set(day, change);
    return change;
  }

  #offsetAt(instant: number): number {
    const fields = this.#format.format(instant).match(/\d+/g) ?? [];
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  }
}

function readingsAt(instant: number, changes: readonly Change[]): readonly number[] | undefined {
  const change = changes.find(
    ({ at, from, to }) => at <= instant && instant < at + Math.abs(to - from),
  );
  if (change === undefined) return undefined;
  return change.to < change.from ? [] : [change.from, change.to];
}
