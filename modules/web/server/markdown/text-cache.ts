/** Keeps the texts that were used last, up to a number of characters. */
export class TextCache {
  private readonly texts = new Map<string, string>();
  private size = 0;

  constructor(private readonly most: number) {}

  get(key: string): string | undefined {
    const text = this.texts.get(key);
    if (text === undefined) return undefined;
    // the order of the map is the order of use
    this.texts.delete(key);
    this.texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    this.remove(key);
    this.texts.set(key, text);
    this.size += text.length;
    for (const oldest of this.texts.keys()) {
      if (this.size <= this.most) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.size -= this.texts.get(key)?.length ?? 0;
    this.texts.delete(key);
  }
}
