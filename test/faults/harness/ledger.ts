/** Something that is written under a name. */
export interface Item<C> {
  readonly name: string;
  /** What can be seen of it afterwards; compared by its JSON. */
  readonly content: C;
}

/** What a client knows when a server has died: what was acknowledged, and what it was still waiting for. */
export class Ledger<C, T extends Item<C> = Item<C>> {
  readonly acknowledged = new Map<string, C>();
  /** Not answered, or answered with 5xx: each may have happened or not. */
  readonly inDoubt = new Set<T>();

  /** Sends one write and notes what became of it. `undefined` when that is open; otherwise what `send` answers. */
  async write<A extends { readonly status: number }>(
    item: T,
    send: () => Promise<A>,
  ): Promise<A | undefined> {
    this.inDoubt.add(item);
    const answer = await send().catch((error: unknown) => {
      if (isBrokenConnection(error)) return undefined;
      throw error;
    });
    if (answer === undefined || answer.status >= 500) return undefined;
    this.inDoubt.delete(item);
    if (answer.status < 300) this.acknowledged.set(item.name, item.content);
    return answer;
  }

  /** Compares with what can be seen after the restart. */
  judge(seen: ReadonlyMap<string, C>): Verdict {
    const doubts = [...this.inDoubt];
    const known = (name: string): C[] =>
      doubts.filter((item) => item.name === name).map(({ content }) => content);
    const lost = [...this.acknowledged].filter(([name, content]) => !same(seen.get(name), content));
    const ghosts = [...seen].filter(
      ([name, found]) =>
        ![this.acknowledged.get(name), ...known(name)].some((sent) => same(sent, found)),
    );
    return { lost: lost.map(([name]) => name), ghosts: ghosts.map(([name]) => name) };
  }
}

export interface Verdict {
  /** Acknowledged, but gone or changed. */
  readonly lost: readonly string[];
  /** There, but never sent like this. */
  readonly ghosts: readonly string[];
}

export function same(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** How `fetch` tells of a connection that broke or was refused. */
export function isBrokenConnection(error: unknown): boolean {
  return (
    (error as { name?: unknown } | null)?.name === 'TypeError' &&
    (error as { cause?: { code?: unknown } }).cause?.code !== undefined
  );
}
