import { expect } from '@jest/globals';
import type { TestDatabase } from '../../contract/databases.js';
import { until } from '../../until.js';
import { CrashingRegistry } from './crashing-registry.js';
import type { Packed } from './registry-api.js';
import { GUIDE, poet, ReviewClient } from './review-client.js';
import {
  blobsOf,
  endLeases,
  isGoingOn,
  reviewRows,
  usedIn,
  wrongIn,
  type ReviewRows,
} from './review-rows.js';

type Env = Readonly<Record<string, string>>;

/** A server that reviews, to be killed and started again. */
export class ReviewServer {
  readonly client: ReviewClient;
  #patch = 0;

  private constructor(
    private readonly registry: CrashingRegistry,
    private readonly env: Env,
  ) {
    this.client = new ReviewClient(registry);
  }

  static async open(database: TestDatabase, more: Env = {}): Promise<ReviewServer> {
    const env = { SVC_RATE_LIMITS: 'all=off', ...more };
    return new ReviewServer(await CrashingRegistry.open(database, { env }), env);
  }

  get location(): CrashingRegistry['location'] {
    return this.registry.location;
  }

  /** What was never sent before: a skill that links to `guide`. */
  next(guide = GUIDE): Promise<Packed> {
    this.#patch += 1;
    return poet(this.#patch, guide);
  }

  /** Starts it anew; it dies at `fault`. */
  async restart(fault?: string): Promise<void> {
    if (this.registry.runs) await this.registry.kill();
    await endLeases(this.registry.location);
    await this.registry.start({ ...this.env, ...(fault !== undefined && { SVC_FAULT: fault }) });
  }

  kill(): Promise<void> {
    return this.registry.kill();
  }

  died(): Promise<void> {
    return this.registry.died();
  }

  get runs(): boolean {
    return this.registry.runs;
  }

  rows(): Promise<ReviewRows> {
    return reviewRows(this.registry.location);
  }

  /** Waits until nothing goes on, and expects that nothing is wrong then. */
  async judged(): Promise<ReviewRows & { readonly used: number }> {
    const rows = await until(async () => {
      const found = await this.rows();
      return !found.runs.some(isGoingOn) && found;
    });
    expect(wrongIn(rows, blobsOf(this.registry.location))).toEqual([]);
    return { ...rows, used: usedIn(rows) };
  }

  close(): Promise<void> {
    return this.registry.close();
  }
}
