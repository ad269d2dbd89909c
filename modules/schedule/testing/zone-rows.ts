/** Times of expressions around changes of clocks: in gaps, in repeated hours, on a day that a zone skipped. */

/** `2026-03-07 07:30`, in UTC. */
export const stamp = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** `"07 07:30 08 07:30"` in the month of a date; a smaller day is one of the next month. */
export function expected(from: string, times: string): readonly string[] {
  const [year = 0, month = 0, first = 0] = from.slice(0, 10).split('-').map(Number);
  return [...times.matchAll(/\d\d \d\d:\d\d/g)].map(([time]) => {
    const day = Number(time.slice(0, 2));
    return `${stamp(new Date(Date.UTC(year, day < first ? month : month - 1, day))).slice(0, 10)}${time.slice(2)}`;
  });
}

/** An expression, its zone, where to start, and the times that follow, in UTC. */
export const zoneRows = [
  ['30 2 * * *', 'America/New_York', '2026-03-07', '07 07:30 08 07:30 09 06:30'],
  ['0 * * * *', 'America/New_York', '2026-03-08T06:00Z', '08 06:00 08 07:00 08 08:00'],
  ['0 2 * * *', 'America/New_York', '2026-03-07', '07 07:00 08 07:00 09 06:00'],
  ['0 3 * * *', 'America/New_York', '2026-03-08', '08 07:00 09 07:00'],
  ['30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', '01 05:30 02 06:30'],
  [
    '0 * * * *',
    'America/New_York',
    '2026-11-01T04:00Z',
    '01 04:00 01 05:00 01 06:00 01 07:00 01 08:00',
  ],
  [
    '*/15 * * * *',
    'America/New_York',
    '2026-11-01T05:30Z',
    '01 05:30 01 05:45 01 06:00 01 06:15 01 06:30 01 06:45 01 07:00 01 07:15',
  ],
  ['30 1 * * *', 'America/New_York', '2026-11-01T05:59:59Z', '02 06:30'],
  ['30 2 * * *', 'Europe/Berlin', '2027-03-27', '27 01:30 28 01:30 29 00:30'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', '25 00:30 26 01:30'],
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03', '03 15:45 04 15:15 05 15:15'],
  ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04', '04 14:45 05 15:15 06 15:15'],
  [
    '*/15 * * * *',
    'Australia/Lord_Howe',
    '2026-04-04T14:30Z',
    '04 14:30 04 14:45 04 15:00 04 15:15 04 15:30 04 15:45 04 16:00',
  ],
  ['0 0 * * *', 'Africa/Cairo', '2026-04-22', '22 22:00 23 22:00 24 21:00 25 21:00'],
  ['30 23 * * *', 'Africa/Cairo', '2026-10-28', '28 20:30 29 20:30 30 21:30'],
  ['0 0 * * *', 'America/Havana', '2026-03-07T06:00Z', '08 05:00 09 04:00'],
  ['0 0 * * *', 'America/Havana', '2026-10-31T06:00Z', '01 04:00 02 05:00'],
  ['0 0 * * *', 'America/Santiago', '2026-09-05T06:00Z', '06 04:00 07 03:00'],
  ['30 23 * * *', 'America/Santiago', '2026-04-04T12:00Z', '05 02:30 06 03:30'],
  ['0 0 * * 0', 'Asia/Beirut', '2026-03-27', '28 22:00 04 21:00'],
  ['30 2 * * *', 'Africa/Casablanca', '2026-02-14T12:00Z', '15 01:30 16 02:30'],
  ['30 2 * * *', 'Africa/Casablanca', '2026-03-21T12:00Z', '22 02:30 23 01:30'],
  ['30 1 * * *', 'Europe/Dublin', '2026-03-28T12:00Z', '29 01:30 30 00:30'],
  ['30 1,2 * * *', 'Antarctica/Troll', '2026-03-28T12:00Z', '29 01:30 29 02:30 29 23:30 30 00:30'],
  ['30 1,2 * * *', 'Antarctica/Troll', '2026-10-24T12:00Z', '24 23:30 25 00:30 26 01:30 26 02:30'],
  ['0 3 * * *', 'Pacific/Chatham', '2026-09-25', '25 14:15 26 14:15 27 13:15'],
  ['0 0 * * *', 'Asia/Kathmandu', '2026-01-01', '01 18:15 02 18:15'],
  ['0 9 * * *', 'Pacific/Apia', '2011-12-29', '29 19:00 30 19:00 31 19:00'],
  ['0 0 * * *', 'Etc/GMT+5', '2026-01-01', '01 05:00 02 05:00'],
  ['30 2 * * *', 'America/Mexico_City', '2026-04-05', '05 08:30 06 08:30'],
] as const;
