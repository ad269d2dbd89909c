/** Paths of a large tree in which folders are looked up again and again. Sorted when the first is asked for. */
export class SortedPaths {
  private sorted: readonly string[] | undefined;

  constructor(private readonly all: () => string[]) {}

  /** Every path below a folder. */
  below(folder: string): readonly string[] {
    this.sorted ??= this.all().sort();
    const start = `${folder}/`;
    const first = this.firstFrom(this.sorted, start);
    let end = first;
    while (this.sorted[end]?.startsWith(start) === true) end += 1;
    return this.sorted.slice(first, end);
  }

  /** Index of the first path that does not sort before a text. */
  private firstFrom(paths: readonly string[], text: string): number {
    let [low, high] = [0, paths.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((paths[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
