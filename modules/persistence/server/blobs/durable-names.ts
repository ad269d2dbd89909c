/** Each entry takes about a hundred bytes. */
const REMEMBERED = 20_000;

/** A content in its final path. */
export interface StoredBlob {
  readonly sha256: string;
  /** The mark of its file; `undefined` when the file has been removed again. */
  readonly mark: string | undefined;
}

/** Contents whose names are known to be on the disk, because their folder was synced after they were seen there. */
export class DurableNames {
  /** Oldest first. */
  readonly #marks = new Map<string, string>();

  /** False for another file of the same name: the process that created it may not have synced the folder. */
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
