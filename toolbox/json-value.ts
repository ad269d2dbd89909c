import { getNodePath, getNodeValue, type Node } from 'jsonc-parser';

/** Where a value stands: line and column from 1, and a field path such as `skills[0]`. */
export interface JsonLocation {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly field?: string | undefined;
}

/** Who keeps what is wrong with a file. */
export interface JsonFindings {
  /** Whether rules are errors that files of others may break. */
  readonly strict: boolean;
  error(message: string, location: () => JsonLocation): void;
  warn(message: string, location: () => JsonLocation): void;
}

/** What the values of a file share. */
export interface JsonFile {
  readonly findings: JsonFindings;
  readonly locate: (offset: number) => JsonLocation;
}

/** Most characters of a key that messages show. */
const MOST_OF_KEY = 100;

/** A value in a JSON file with its position, so that every finding names file, line and field. `jsonObject` makes them. */
export class JsonValue {
  constructor(
    private readonly node: Node,
    private readonly file: JsonFile,
  ) {}

  get type(): Node['type'] {
    return this.node.type;
  }

  /** Path from the top of the file, such as `skills[0]`; empty for the top. */
  get field(): string {
    return getNodePath(this.node).reduce<string>(
      (parent, part) => (typeof part === 'number' ? `${parent}[${part}]` : fieldPath(parent, part)),
      '',
    );
  }

  /** File, line and field. */
  get location(): JsonLocation {
    const { field } = this;
    return { ...this.file.locate(this.node.offset), ...(field === '' ? {} : { field }) };
  }

  error(message: string): void {
    this.file.findings.error(message, () => this.location);
  }

  warn(message: string): void {
    this.file.findings.warn(message, () => this.location);
  }

  /** Reports a broken rule: an error where findings are strict, else a warning that states how the value is read. */
  errorOrWarning(message: string, madeOfIt: string): void {
    if (this.file.findings.strict) this.error(`${message}.`);
    else this.warn(`${message}; ${madeOfIt}.`);
  }

  /** The string, or `undefined` after reporting an error. */
  string(): string | undefined {
    return this.is('string', 'a string') ? (this.node.value as string) : undefined;
  }

  /** A non-empty string, or `undefined` after reporting an error. */
  text(): string | undefined {
    const value = this.string();
    if (value?.trim() !== '') return value;
    this.error(`${this.name()} must not be empty.`);
    return undefined;
  }

  boolean(): boolean | undefined {
    return this.is('boolean', 'true or false') ? (this.node.value as boolean) : undefined;
  }

  array(): readonly JsonValue[] | undefined {
    if (!this.is('array', 'a list')) return undefined;
    return this.children.map((item) => new JsonValue(item, this.file));
  }

  object(): ReadonlyMap<string, JsonValue> | undefined {
    if (!this.is('object', 'an object')) return undefined;
    return new Map(
      this.children.flatMap(({ children: [key, value] = [] }) =>
        value === undefined ? [] : [[String(key?.value), new JsonValue(value, this.file)]],
      ),
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
    return getNodeValue(this.node);
  }

  private get children(): readonly Node[] {
    return this.node.children ?? [];
  }

  private is(type: string, wanted: string): boolean {
    if (this.type === type) return true;
    this.error(`${this.name()} must be ${wanted}, not ${article(this.type)}.`);
    return false;
  }

  private name(): string {
    return this.field === '' ? 'The file' : `"${this.field}"`;
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
