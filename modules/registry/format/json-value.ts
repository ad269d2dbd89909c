import type { Location } from './findings.js';
import type { JsonLocations } from './json-locations.js';

type Path = readonly (string | number)[];

/** Most characters of a key that messages show. */
const MOST_OF_KEY = 100;

/** A value in a JSON file with its position, so that every finding names file, line and field. */
export class JsonValue {
  constructor(
    private readonly locations: JsonLocations,
    private readonly value: unknown,
    private readonly path: Path,
  ) {}

  get type(): string {
    if (this.value === null) return 'null';
    return Array.isArray(this.value) ? 'array' : typeof this.value;
  }

  /** Path from the top of the file, such as `skills[0]`; empty for the top. */
  get field(): string {
    return this.path.reduce<string>(
      (parent, part) => (typeof part === 'number' ? `${parent}[${part}]` : fieldPath(parent, part)),
      '',
    );
  }

  error(message: string): void {
    this.locations.findings.error(message, () => this.place());
  }

  warn(message: string): void {
    this.locations.findings.warn(message, () => this.place());
  }

  /** Reports a broken rule that published plugins may break: an error when publishing, else a warning that states how it is read. */
  errorOrWarning(message: string, madeOfIt: string): void {
    if (this.locations.findings.strict) this.error(`${message}.`);
    else this.warn(`${message}; ${madeOfIt}.`);
  }

  /** The string, or `undefined` after reporting an error. */
  string(): string | undefined {
    return this.is('string', 'a string') ? (this.value as string) : undefined;
  }

  /** A non-empty string, or `undefined` after reporting an error. */
  text(): string | undefined {
    const value = this.string();
    if (value?.trim() !== '') return value;
    this.error(`${this.name()} must not be empty.`);
    return undefined;
  }

  boolean(): boolean | undefined {
    return this.is('boolean', 'true or false') ? (this.value as boolean) : undefined;
  }

  array(): readonly JsonValue[] | undefined {
    if (!this.is('array', 'a list')) return undefined;
    return (this.value as readonly unknown[]).map((item, index) => this.child(item, index));
  }

  object(): ReadonlyMap<string, JsonValue> | undefined {
    if (!this.is('object', 'an object')) return undefined;
    return new Map(
      Object.entries(this.value as object).map(([key, value]) => [key, this.child(value, key)]),
    );
  }

  /** A list of strings, or `undefined` after reporting an error. */
  strings(): readonly string[] | undefined {
    const items = this.array()?.map((item) => item.string());
    return items?.every((item) => item !== undefined) === true ? items : undefined;
  }

  /** An object whose values are strings, or `undefined` after reporting an error. */
  stringMap(): Readonly<Record<string, string>> | undefined {
    const entries = this.object();
    if (entries === undefined) return undefined;
    const result = Object.create(null) as Record<string, string>;
    for (const [key, value] of entries) result[key] = value.string() ?? '';
    return result;
  }

  /** The plain value; objects have no prototype, so that keys such as `__proto__` are ordinary. */
  plain(): unknown {
    if (this.type === 'array') return (this.array() ?? []).map((item) => item.plain());
    if (this.type !== 'object') return this.value;
    return this.record();
  }

  /** An object's plain value. */
  record(): Readonly<Record<string, unknown>> {
    const result = Object.create(null) as Record<string, unknown>;
    for (const [key, value] of this.object() ?? []) result[key] = value.plain();
    return result;
  }

  private child(value: unknown, part: string | number): JsonValue {
    return new JsonValue(this.locations, value, [...this.path, part]);
  }

  private is(type: string, wanted: string): boolean {
    if (this.type === type) return true;
    this.error(`${this.name()} must be ${wanted}, not ${article(this.type)}.`);
    return false;
  }

  private name(): string {
    return this.field === '' ? 'The file' : `"${this.field}"`;
  }

  private place(): Location {
    return {
      ...this.locations.ofValue([...this.path]),
      ...(this.path.length === 0 ? {} : { field: this.field }),
    };
  }
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function fieldPath(parent: string, name: string): string {
  const key = name.slice(0, MOST_OF_KEY);
  const more = key.length < name.length ? '…' : '';
  if (!/^[\w$-]+$/.test(key)) return `${parent}[${JSON.stringify(key + more)}]`;
  return parent === '' ? key + more : `${parent}.${key}${more}`;
}
