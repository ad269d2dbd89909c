import type { Node } from 'jsonc-parser';
import type { Findings } from './findings.js';
import type { LineIndex } from './text.js';

interface JsonOrigin {
  readonly file: string;
  readonly findings: Findings;
  readonly lines: LineIndex;
}

/** A value in a JSON file that knows its place, so that every complaint names file, line and field. */
export class JsonValue {
  constructor(
    private readonly origin: JsonOrigin,
    private readonly node: Node,
    /** Path from the top of the file, such as `skills[0]`; empty for the top. */
    readonly field: string,
  ) {}

  get type(): string {
    return this.node.type;
  }

  error(message: string): void {
    this.origin.findings.error(message, this.place());
  }

  warn(message: string): void {
    this.origin.findings.warn(message, this.place());
  }

  /** The string, or `undefined` after complaining. */
  string(): string | undefined {
    return this.is('string', 'a string') ? (this.node.value as string) : undefined;
  }

  /** A string with something in it, or `undefined` after complaining. */
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
    return (this.node.children ?? []).map((item, index) => new JsonValue(this.origin, item, `${this.field}[${index}]`));
  }

  object(): ReadonlyMap<string, JsonValue> | undefined {
    if (!this.is('object', 'an object')) return undefined;
    const entries = new Map<string, JsonValue>();
    for (const { children } of this.node.children ?? []) {
      const [key, value] = children ?? [];
      if (key === undefined || value === undefined) continue;
      const name = key.value as string;
      entries.set(name, new JsonValue(this.origin, value, fieldPath(this.field, name)));
    }
    return entries;
  }

  /** A list of strings, or `undefined` after complaining. */
  strings(): readonly string[] | undefined {
    const items = this.array()?.map((item) => item.string());
    return items?.every((item) => item !== undefined) === true ? items : undefined;
  }

  /** An object whose values are strings, or `undefined` after complaining. */
  stringMap(): Readonly<Record<string, string>> | undefined {
    const entries = this.object();
    if (entries === undefined) return undefined;
    const result = Object.create(null) as Record<string, string>;
    for (const [key, value] of entries) result[key] = value.string() ?? '';
    return result;
  }

  /** The bare value; objects have no prototype, so that no key of theirs can mean more than itself. */
  plain(): unknown {
    if (this.node.type === 'array') return (this.array() ?? []).map((item) => item.plain());
    if (this.node.type !== 'object') return this.node.value;
    return this.record();
  }

  /** An object's bare value. */
  record(): Readonly<Record<string, unknown>> {
    const result = Object.create(null) as Record<string, unknown>;
    for (const [key, value] of this.object() ?? []) result[key] = value.plain();
    return result;
  }

  private is(type: string, wanted: string): boolean {
    if (this.node.type === type) return true;
    this.error(`${this.name()} must be ${wanted}, not ${article(this.node.type)}.`);
    return false;
  }

  private name(): string {
    return this.field === '' ? 'The file' : `"${this.field}"`;
  }

  private place(): { file: string; line: number; column: number; field?: string } {
    const { file, lines } = this.origin;
    return { file, ...lines.at(this.node.offset), ...(this.field === '' ? {} : { field: this.field }) };
  }
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

export function fieldPath(parent: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}
