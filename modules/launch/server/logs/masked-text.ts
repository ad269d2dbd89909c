/** Values of an environment that are shorter are words such as `true`, which would be masked everywhere. */
const SHORTEST = 6;
const MASK = '***';

/** The ways in which programs commonly write a value. */
function writingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    ...value.split(/\r?\n/),
  ];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Replaces the secrets of a launch wherever they stand. */
export class Mask {
  /** The longest first, so that no part of one is left. */
  readonly writings: readonly string[];
  readonly #pattern: RegExp | undefined;

  constructor(secrets: readonly string[]) {
    const all = secrets.flatMap(writingsOf).filter((text) => text.trim().length >= SHORTEST);
    this.writings = [...new Set(all)].sort((one, other) => other.length - one.length);
    if (this.writings.length > 0)
      this.#pattern = new RegExp(this.writings.map(escaped).join('|'), 'g');
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, MASK);
  }

  /** Of bytes in any encoding that contains ASCII as it is. */
  bytes(bytes: Uint8Array): Buffer {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!this.isIn(given)) return given;
    const patterns = this.writings.map((text) => escaped(Buffer.from(text).toString('latin1')));
    const found = new RegExp(patterns.join('|'), 'g');
    return Buffer.from(given.toString('latin1').replace(found, MASK), 'latin1');
  }

  isIn(bytes: Uint8Array): boolean {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.writings.some((writing) => given.includes(writing));
  }

  /** All texts of a value, and the keys of its objects. */
  value<T>(value: T): T {
    return this.#valueOf(value) as T;
  }

  #valueOf(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#valueOf(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), this.#valueOf(item)]),
    );
  }
}

/** Masks a text that comes in pieces. What may be the beginning of a secret is held back. */
export class MaskedStream {
  #pending = '';

  constructor(private readonly mask: Mask) {}

  /** What can be shown of the pieces so far. */
  add(piece: string): string {
    const masked = this.mask.text(this.#pending + piece);
    const held = this.#beginning(masked);
    this.#pending = masked.slice(masked.length - held);
    return masked.slice(0, masked.length - held);
  }

  /** The rest. */
  end(): string {
    const rest = this.#pending;
    this.#pending = '';
    return rest;
  }

  /** How many characters at the end of the text begin a secret, at most. */
  #beginning(text: string): number {
    const lengths = this.mask.writings.map((writing) => {
      for (let length = Math.min(writing.length - 1, text.length); length > 0; length -= 1)
        if (text.endsWith(writing.slice(0, length))) return length;
      return 0;
    });
    return Math.max(0, ...lengths);
  }
}
