/** Values of an environment that are shorter are words such as `true`, which would be masked everywhere. */
const SHORTEST = 6;
const MASK = '***';

/** Characters of a line of base64, as `base64` and as `openssl` write it. */
const LINES = [/.{1,76}/g, /.{1,64}/g];

/** What of a value's base64 is the same whatever stands before and after the value, as in that of `user:password`. */
function withinBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** The ways in which programs commonly write a value. */
function writingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const hex = bytes.toString('hex');
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    hex,
    hex.toUpperCase(),
    ...[base64, ...withinBase64(bytes)].flatMap((text) => [
      text,
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
    ...LINES.flatMap((line) => base64.match(line) ?? []),
    ...value.split(/\r?\n/),
  ];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** How many characters at the end of the text begin the writing. */
function beginningAtEnd(writing: string, text: string): number {
  const first = writing.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - writing.length + 1));
  while (at !== -1 && !writing.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? 0 : text.length - at;
}

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

  /** How much of a text is masked in the same way, whatever follows. */
  decided(text: string): number {
    if (this.#pattern === undefined) return text.length;
    const held = Math.max(...this.writings.map((writing) => beginningAtEnd(writing, text)));
    const end = text.length - held;
    for (const { index, 0: found } of text.matchAll(this.#pattern))
      if (index < end && index + found.length > end) return index;
    return end;
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
}

/** Masks a text that comes in pieces. What may be the beginning of a secret is held back. */
export class MaskedStream {
  #pending = '';

  constructor(private readonly mask: Mask) {}

  /** What can be shown of the pieces so far. */
  add(piece: string): string {
    const text = this.#pending + piece;
    const end = this.mask.decided(text);
    this.#pending = text.slice(end);
    return this.mask.text(text.slice(0, end));
  }

  /** The rest. */
  end(): string {
    const rest = this.#pending;
    this.#pending = '';
    return this.mask.text(rest);
  }
}
