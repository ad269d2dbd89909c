import { cronOf } from '../cron/index.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const twoDigits = (text: string): string => text.padStart(2, '0');

function ordinal(day: string): string {
  const teen = day.length === 2 && day.startsWith('1');
  const ending = teen ? undefined : ['th', 'st', 'nd', 'rd'][Number(day.at(-1))];
  return `${day}${ending ?? 'th'}`;
}

/** The ways to write an expression as words, each for the expressions that fit. */
const FORMS: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [/^0 \* \* \* \*$/, () => 'hourly'],
  [/^\*\/(\d+) \* \* \* \*$/, (count = '') => `every ${count} minutes`],
  [/^\*\/(\d+) \* \* \* 1-5$/, (count = '') => `every ${count} minutes on weekdays`],
  [/^0 \*\/(\d+) \* \* \*$/, (count = '') => `every ${count} hours`],
  [/^(\d+) (\d+) \* \* \*$/, (minute = '', hour = '') => `daily at ${timeOf(hour, minute)}`],
  [/^(\d+) (\d+) \* \* 1-5$/, (minute = '', hour = '') => `weekdays at ${timeOf(hour, minute)}`],
  [
    /^(\d+) (\d+) \* \* ([0-6])$/,
    (minute = '', hour = '', day = '') =>
      `weekly on ${WEEKDAYS[Number(day)] ?? ''} at ${timeOf(hour, minute)}`,
  ],
  [
    /^(\d+) (\d+) (\d+) \* \*$/,
    (minute = '', hour = '', day = '') => `monthly on ${ordinal(day)} at ${timeOf(hour, minute)}`,
  ],
];

const timeOf = (hour: string, minute: string): string => `${twoDigits(hour)}:${twoDigits(minute)}`;

/** A checked expression as the words that `svc.json` takes for it; `undefined` for one that they cannot say. */
export function cronWords(cron: string): string | undefined {
  for (const [form, words] of FORMS) {
    const parts = form.exec(cron);
    if (parts === null) continue;
    const said = words(...parts.slice(1));
    const meant = cronOf(said);
    // such as 7 minutes, which do not divide an hour
    return 'cron' in meant && meant.cron === cron ? said : undefined;
  }
  return undefined;
}
