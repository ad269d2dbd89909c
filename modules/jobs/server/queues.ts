import { inject, injectable } from 'tsyringe';
import type { Kind } from './kinds.js';
import { ApartLane, LongLane } from './long-lane.js';
import { runQueueKey, type RunQueue } from './queue.js';

/** The queue of each lane. */
@injectable()
export class Queues {
  constructor(
    @inject(runQueueKey) private readonly quick: RunQueue,
    @inject(LongLane) private readonly long: RunQueue,
    @inject(ApartLane) private readonly apart: RunQueue,
  ) {}

  of({ settings }: Kind): RunQueue {
    return { default: this.quick, long: this.long, apart: this.apart }[settings.lane];
  }
}
