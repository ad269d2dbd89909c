const format = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });

/** Writes instants as the clocks of a zone show them, with their distance from UTC: `Mon 30 Nov 2026, 09:00 GMT+1`. */
export function timesIn(zone: string): (instant: Date) => string {
  const zoned = format(zone);
  return (instant) => {
    const parts = new Map(zoned.formatToParts(instant).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    const date = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
    const distance = part('timeZoneName').replace(/^GMT(\+0)?$/, 'UTC');
    return `${date}, ${part('hour')}:${part('minute')} ${distance}`;
  };
}
