import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { DOWNLOADS } from '../../contract/downloads.js';
import { searchFactsKey, type SearchFacts } from '../../contract/search-facts.js';

/** Plugins per unit of work; limits how long other writes wait. */
const AT_ONCE = 100;

/** Counts downloads in memory, so that none waits for a write. Counts since the last `store` are lost if the process is killed. */
@injectable()
export class Downloads {
  private counts = new Map<string, number>();

  constructor(
    @inject(searchFactsKey) private readonly facts: SearchFacts,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** Passes the contents through, and counts a download of the plugin if they are read to the end. */
  async *counted(tileId: string, contents: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* contents;
    this.note(tileId, 1);
  }

  /** Adds the counts to the stored ones. Counts that could not be written are kept for the next time. */
  async store(): Promise<void> {
    const counts = [...this.counts];
    this.counts = new Map();
    try {
      for (; counts.length > 0; counts.splice(0, AT_ONCE))
        await this.facts.add(DOWNLOADS, new Map(counts.slice(0, AT_ONCE)));
    } catch (err) {
      for (const [tileId, count] of counts) this.note(tileId, count);
      this.host.log.warn(
        { err, plugins: counts.length },
        'downloads could not be stored; the next attempt includes them',
      );
    }
  }

  dispose(): Promise<void> {
    return this.store();
  }

  private note(tileId: string, count: number): void {
    this.counts.set(tileId, (this.counts.get(tileId) ?? 0) + count);
  }
}
