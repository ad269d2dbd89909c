import { ValueProblem } from '../template-error.js';

export interface Moment {
  /** Milliseconds of the clock on the wall, counted as those of UTC. */
  readonly time: number;
  readonly nanoseconds: number;
  /** Minutes east of Greenwich; undefined if nothing says where the clock hangs. */
  readonly offset: number | undefined;
  /** A name as `UTC` or `EST`, where there is one. */
  readonly zone: string | undefined;
}

/**
 * The same moment by the clocks of a time zone.
 * @throws {ValueProblem} if there is no such zone
 */
export function atZone(moment: Moment, zone: string): Moment {
  const utc = moment.time - (moment.offset ?? 0) * 60_000;
  const format = formatOf(zone);
  const parts = new Map(
    format.formatToParts(new Date(utc)).map(({ type, value }) => [type, value]),
  );
  const number = (part: Intl.DateTimeFormatPartTypes): number => Number(parts.get(part));
  const time = Date.UTC(
    ...([number('year'), number('month') - 1, number('day')] as const),
    ...([number('hour'), number('minute'), number('second')] as const),
  );
  return {
    time,
    nanoseconds: moment.nanoseconds,
    offset: Math.round((time - utc) / 60_000),
    zone: zoneName(parts.get('timeZoneName')),
  };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
  } catch {
    throw new ValueProblem(`There is no time zone \`${zone}\`.`, 'Write one like Europe/Berlin.');
  }
}

/** Offsets that stand in for a name are none. */
function zoneName(name: string | undefined): string | undefined {
  return name === undefined || /^(?:GMT|UTC)[+-]/.test(name) ? undefined : name;
}
