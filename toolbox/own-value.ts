/** What a table itself holds under a name from elsewhere: names such as `constructor` and `valueOf` find nothing. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
