/** Each takes about a hundred bytes. */
const REMEMBERED = 20_000;

/** A content that is in its place. */
export interface StoredBlob {
  readonly sha256: string;
  /** The mark of its file; `undefined` when it has gone again meanwhile. */
  readonly mark: string | undefined;
}

/** Contents whose names are on the disk: their folders were synced after they had been found there. */
export class DurableNames {
  /** Longest known first. */
  readonly #marks = new Map<string, string>();

  /** False for another file of the same name: the process that put it there may not have synced the folder. */
  has({ sha256, mark }: StoredBlob): boolean {
    return mark !== undefined && this.#marks.get(sha256) === mark;
  }

  add({ sha256, mark }: StoredBlob): void {
    if (mark === undefined) return;
    this.#marks.set(sha256, mark);
    const [longest] = this.#marks.keys();
    if (this.#marks.size > REMEMBERED && longest !== undefined) this.#marks.delete(longest);
  }
}
