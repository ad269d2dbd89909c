/** What narrows the log, as the fields of the form: days in UTC, all of them included. */
export interface AuditFilter {
  readonly actor: string;
  readonly operation: string;
  readonly object: string;
  readonly since: string;
  readonly until: string;
}

const names = ['actor', 'operation', 'object', 'since', 'until'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The filter in an address. A value that is not a valid day is ignored. */
export function filterIn(query: URLSearchParams): AuditFilter {
  const text = (name: keyof AuditFilter): string => query.get(name)?.trim() ?? '';
  const day = (name: 'since' | 'until'): string => (isDay(text(name)) ? text(name) : '');
  return {
    actor: text('actor'),
    operation: text('operation'),
    object: text('object'),
    since: day('since'),
    until: day('until'),
  };
}

/** The filter as the operations take it. */
export function inputOf({ actor, operation, object, ...days }: AuditFilter) {
  return {
    ...(actor !== '' && { actor }),
    ...(operation !== '' && { operation }),
    ...(object !== '' && { object }),
    ...timesOf(days),
  };
}

export const timesOf = ({ since, until }: Pick<AuditFilter, 'since' | 'until'>) => ({
  ...(since !== '' && { since: `${since}T00:00:00.000Z` }),
  ...(until !== '' && { until: `${until}T23:59:59.999Z` }),
});

/** The address of a filter, and of a part of what it leaves. */
export function addressOf(path: string, filter: Partial<AuditFilter>, after = ''): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = filter[name] ?? '';
    if (value !== '') query.set(name, value);
  }
  if (after !== '') query.set('after', after);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
