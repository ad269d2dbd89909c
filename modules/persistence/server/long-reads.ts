import type { LongReads, SqlDatabase } from '../contract/db.js';
import type { OpenEngine, OpenLongReads } from './database-engine.js';

/** Opens its connections on first use, so that the start of a server need not wait for them. */
export class LongReadsOnUse implements LongReads {
  #opened: Promise<OpenLongReads> | undefined;

  constructor(private readonly engine: Pick<OpenEngine, 'openLongReads'>) {}

  async run<T>(work: (database: SqlDatabase) => Promise<T>): Promise<T> {
    const reads = await this.#open();
    return reads.run(work);
  }

  async close(): Promise<void> {
    const reads = await this.#opened;
    await reads?.close();
  }

  async #open(): Promise<OpenLongReads> {
    this.#opened ??= this.engine.openLongReads();
    try {
      return await this.#opened;
    } catch (error) {
      // the next call tries again
      this.#opened = undefined;
      throw error;
    }
  }
}
