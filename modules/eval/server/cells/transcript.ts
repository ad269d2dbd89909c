import { storable } from '../../../../toolbox/storable.js';

/** Bytes that are searched and masked: of longer output the beginning and the end. */
const SEARCHED = 2 * 1024 * 1024;
/** Bytes at a cut, where half a secret may stand. */
const UNSURE = 16 * 1024;
/** Characters of the beginning and of the end that are stored. */
const KEPT = 128 * 1024;

/** What an agent writes, in the order in which it comes. */
export class Transcript {
  readonly #first: Buffer[] = [];
  #firstBytes = 0;
  #last: Buffer[] = [];
  #lastBytes = 0;
  #isCut = false;

  add(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk);
    const free = SEARCHED - this.#firstBytes;
    if (free > 0) this.#first.push(bytes.subarray(0, free));
    this.#firstBytes += Math.min(free, bytes.length);
    if (bytes.length <= free) return;
    this.#last.push(bytes.subarray(Math.max(0, free)));
    this.#lastBytes += bytes.length - Math.max(0, free);
    if (this.#lastBytes > 2 * SEARCHED) this.#cut();
  }

  /** The text, masked. */
  text(mask: (text: string) => string): string {
    if (this.#lastBytes > SEARCHED) this.#cut();
    const [first, last] = [Buffer.concat(this.#first), Buffer.concat(this.#last)];
    if (!this.#isCut) return mask(Buffer.concat([first, last]).toString());
    const beginning = mask(first.subarray(0, -UNSURE).toString());
    return `${beginning}${GAP}${mask(last.subarray(UNSURE).toString())}`;
  }

  #cut(): void {
    const end = Buffer.concat(this.#last).subarray(-SEARCHED);
    this.#last = [Buffer.from(end)];
    this.#lastBytes = end.length;
    this.#isCut = true;
  }
}

const GAP = '\n[…]\n';

/** The beginning and the end of a text that is too long to be stored. */
export function ends(text: string): string {
  if (text.length <= 2 * KEPT) return text;
  return storable(`${text.slice(0, KEPT)}${GAP}${text.slice(-KEPT)}`);
}
