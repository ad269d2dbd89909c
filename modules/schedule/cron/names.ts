const FULL_MONTHS =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
    ' ',
  );
const FULL_WEEKDAYS = 'SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY'.split(' ');

const short = (name: string): string => name.slice(0, 3);

/** With three letters; January first. */
export const MONTHS = FULL_MONTHS.map(short);

/** With three letters; Sunday first. */
export const WEEKDAYS = FULL_WEEKDAYS.map(short);

/** 1 to 12, by the full name of a month or its first three letters, in any case. */
export function monthOf(name: string): number | undefined {
  const index = indexOf(FULL_MONTHS, name);
  return index === undefined ? undefined : index + 1;
}

/** 0 to 6, Sunday is 0, by the full name of a weekday or its first three letters, in any case. */
export function weekdayOf(name: string): number | undefined {
  return indexOf(FULL_WEEKDAYS, name);
}

function indexOf(names: readonly string[], name: string): number | undefined {
  // other letters than these may become them in upper case
  if (!/^[A-Za-z]+$/.test(name)) return undefined;
  const upper = name.toUpperCase();
  const index = names.findIndex((full) => full === upper || short(full) === upper);
  return index === -1 ? undefined : index;
}
