/** Keeps the texts that were used last, up to a number of characters. */
export class TextCache {
  private readonly texts = new Map<string, string>();
  private readonly making = new Map<string, Promise<string>>();
  private size = 0;

  constructor(private readonly most: number) {}

  /** The text that is kept, else the one that `make` answers, also to those who ask while it is made. */
  async get(key: string, make: () => Promise<string>): Promise<string> {
    const text = this.texts.get(key) ?? (await this.made(key, make));
    this.keep(key, text);
    return text;
  }

  private made(key: string, make: () => Promise<string>): Promise<string> {
    const making = this.making.get(key) ?? make().finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }

  private keep(key: string, text: string): void {
    // the order of the map is the order of use
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
