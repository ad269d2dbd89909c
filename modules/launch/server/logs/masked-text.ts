import { ByteFinder } from './byte-finder.js';
import { secretForms } from './secret-forms.js';

const MASK = Buffer.from('***');

/** Replaces the secrets of a launch wherever they stand. What an agent encodes in a way of its own cannot be seen. */
export class Mask {
  readonly #finder: ByteFinder;

  constructor(secrets: readonly string[]) {
    this.#finder = new ByteFinder(secretForms(secrets));
  }

  /** There is nothing to mask. */
  get isEmpty(): boolean {
    return this.#finder.isEmpty;
  }

  stream(): MaskedStream {
    return new MaskedStream(this.#finder);
  }

  text(text: string): string {
    const bytes = Buffer.from(text);
    return this.isIn(bytes) ? this.bytes(bytes).toString() : text;
  }

  cutText(text: string): string {
    return this.stream().add(Buffer.from(text)).toString();
  }

  bytes(bytes: Uint8Array): Buffer {
    const stream = this.stream();
    return Buffer.concat([stream.add(bytes), stream.end()]);
  }

  isIn(bytes: Uint8Array): boolean {
    return this.#finder.spans(bufferOf(bytes)).length > 0;
  }
}

/** Masks bytes that come in pieces. What may be the beginning of a secret is held back. */
export class MaskedStream {
  #pending: Buffer = Buffer.alloc(0);
  /** Bytes at the beginning of what is held back whose mask has been written. */
  #covered = 0;

  constructor(private readonly finder: ByteFinder) {}

  /** What can be shown of the pieces so far. */
  add(piece: Uint8Array): Buffer {
    const given = bufferOf(piece);
    const bytes = this.#pending.length === 0 ? given : Buffer.concat([this.#pending, given]);
    return this.#take(bytes, bytes.length - this.finder.beginning(bytes));
  }

  /** The rest. */
  end(): Buffer {
    return this.#take(this.#pending, this.#pending.length);
  }

  /** Shows everything before `cut`, and holds back what stands behind it. */
  #take(bytes: Buffer, cut: number): Buffer {
    const shown: Buffer[] = [];
    let covered = this.#covered;
    let at = Math.min(covered, cut);
    for (const { start, end } of this.finder.spans(bytes)) {
      if (start >= cut) break;
      if (covered === 0 || start > covered) shown.push(bytes.subarray(at, start), MASK);
      covered = Math.max(covered, end);
      at = Math.max(at, Math.min(end, cut));
    }
    shown.push(bytes.subarray(at, cut));
    this.#covered = Math.max(0, covered - cut);
    // a copy: the whole piece would be kept with its end
    this.#pending = Buffer.from(bytes.subarray(cut));
    return Buffer.concat(shown);
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
