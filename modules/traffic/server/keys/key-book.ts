import { randomUUID } from 'node:crypto';
import { hostKey, IDEMPOTENCY_HOLD_SECONDS, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import {
  latestEnd,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { keyTakenOver } from '../../contract/errors.js';
import { TrafficKey } from './key.entity.js';

const KEPT_MS = 24 * 3_600_000;
/** How long a request may take before a repetition may take it over. */
const HELD_MS = IDEMPOTENCY_HOLD_SECONDS * 1000;

/** A key whose request this process is executing. */
export interface Claim {
  readonly id: string;
  readonly claim: string;
}

/** Stores Idempotency-Keys and the state of their requests. */
@injectable()
export class KeyBook {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Claims a key that is new, expired or no longer held; else returns its row. Committed immediately. */
  claim(id: string, request: string): Promise<Claim | TrafficKey> {
    const row = this.newRow(id, request);
    const mine = { id, claim: row.claim };
    return this.unitOfWork.aside(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(TrafficKey)
        .values(row)
        .orIgnore()
        .updateEntity(false)
        .execute();
      const found = await manager.findOneByOrFail(TrafficKey, { id });
      if (found.claim === row.claim) return mine;
      if (!this.isFree(found, request)) return found;
      const { affected } = await manager.update(
        TrafficKey,
        { id, claim: found.claim, state: found.state },
        row,
      );
      return affected === 1 ? mine : manager.findOneByOrFail(TrafficKey, { id });
    });
  }

  /** Whether the first request may still return its answer. */
  isUnderWay({ state, heldUntil }: TrafficKey): boolean {
    return state === 'begun' || (state === 'done' && this.isHeld(heldUntil));
  }

  /** Marks the request as done, in the transaction of its changes. Throws when another request has taken over the key. */
  async seal(manager: EntityManager, { id, claim }: Claim, upload: string | null): Promise<void> {
    const { affected } = await manager.update(TrafficKey, { id, claim }, { state: 'done', upload });
    if (affected !== 1) throw keyTakenOver();
  }

  /** Stores the answer for repetitions; this also completes a request that changed nothing. */
  async keep(
    { id, claim }: Claim,
    { upload, answer }: Pick<TrafficKey, 'upload' | 'answer'>,
  ): Promise<void> {
    await this.unitOfWork.aside((manager) =>
      manager.update(TrafficKey, { id, claim }, { state: 'answered', upload, answer }),
    );
  }

  /** Releases the key of a failed request. If the request changed nothing, a repetition executes it again. */
  async release(whose: Partial<Claim>): Promise<void> {
    await this.unitOfWork.aside(async (manager) => {
      await manager.delete(TrafficKey, { ...whose, state: 'begun' });
      await manager.update(TrafficKey, { ...whose, state: 'done' }, { state: 'answered' });
    });
  }

  /** On SQLite only one process uses the database, so requests that are unfinished at its start belong to a process that has ended. */
  async releaseUnfinished(): Promise<void> {
    if (this.database.engine === 'sqlite') await this.release({});
  }

  async forget(): Promise<void> {
    await this.unitOfWork.aside((manager) =>
      manager
        .createQueryBuilder()
        .delete()
        .from(TrafficKey)
        .where('expires_at <= :now', { now: this.host.clock().toISOString() })
        .execute(),
    );
  }

  private isFree({ expiresAt, state, heldUntil, request }: TrafficKey, wanted: string): boolean {
    return (
      expiresAt <= this.host.clock() ||
      (state === 'begun' && !this.isHeld(heldUntil) && request === wanted)
    );
  }

  private isHeld(until: Date): boolean {
    const now = this.host.clock();
    return until > now && until <= latestEnd(now, HELD_MS);
  }

  private newRow(id: string, request: string): TrafficKey {
    const now = this.host.clock();
    return {
      id,
      claim: randomUUID(),
      state: 'begun',
      request,
      upload: null,
      answer: null,
      begunAt: now,
      heldUntil: new Date(now.getTime() + HELD_MS),
      expiresAt: new Date(now.getTime() + KEPT_MS),
    };
  }
}
