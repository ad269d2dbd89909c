type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: a request names no others. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
