import type { TextStyle } from 'svc-registry/kernel';
import { canonicalZone } from '../cron/index.js';

/** An instant: for agents as it is. */
export const momentText = (instant: string, style: TextStyle): string =>
  style.reader === 'agent' ? instant : style.time(instant);

/** An instant, also on the clocks of a zone: `2026-03-10 08:00:00 UTC, Tue 2026-03-10 09:00 in Europe/Berlin`. */
export function zonedText(instant: string, zone: string, style: TextStyle): string {
  const moment = momentText(instant, style);
  const local = zone === 'UTC' ? undefined : localTime(instant, zone);
  return local === undefined ? moment : `${moment}, ${local} in ${zone}`;
}

/** What the clocks of a zone show; `undefined` for a zone that this machine does not know, though the server does. */
function localTime(instant: string, zone: string): string | undefined {
  if (canonicalZone(zone) === undefined) return undefined;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  const [weekday, year, month, day, hour, minute] = (
    ['weekday', 'year', 'month', 'day', 'hour', 'minute'] as const
  ).map((type) => parts.get(type) ?? '');
  return `${weekday} ${year}-${month}-${day} ${hour}:${minute}`;
}
