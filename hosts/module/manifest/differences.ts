/** A field in which two JSON documents differ. */
export interface Difference {
  /** `operations[0].cli.name`. */
  readonly field: string;
  readonly message: string;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function differ(is: unknown, should: unknown): string {
  if (should === undefined) return `is ${shown(is)}, and should not be there`;
  return is === undefined
    ? `is not there, and should be ${shown(should)}`
    : `is ${shown(is)}, and should be ${shown(should)}`;
}

/** The fields in which `is` differs from `should`. */
export function differences(is: unknown, should: unknown, field = ''): Difference[] {
  if (!isObject(is) || !isObject(should))
    return is === should ? [] : [{ field, message: differ(is, should) }];
  const path = (key: string): string =>
    Array.isArray(should)
      ? `${field}[${key}]`
      : [field, key].filter((part) => part !== '').join('.');
  const keys = [...new Set([...Object.keys(should), ...Object.keys(is)])];
  return keys.flatMap((key) => differences(is[key], should[key], path(key)));
}
