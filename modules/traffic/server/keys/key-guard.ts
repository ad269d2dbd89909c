import {
  hostKey,
  takesIdempotencyKey,
  type AnyOperation,
  type CallGuard,
  type GuardedCall,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { answerNotKept, idempotencyKeyReused, requestInProgress } from '../../contract/errors.js';
import { HashedUpload, keyId, requestHash, uploadHash } from './fingerprint.js';
import { type Claim, KeyBook } from './key-book.js';
import type { TrafficKey } from './key.entity.js';

type Next = (call: GuardedCall) => Promise<unknown>;

/** The stored answer of a request without an output, which JSON cannot express. */
const NOTHING = '';

const textOf = (answer: unknown): string =>
  answer === undefined ? NOTHING : JSON.stringify(answer);
const answerOf = (text: string): unknown => (text === NOTHING ? undefined : JSON.parse(text));

/** Executes a request with an `Idempotency-Key` once, however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
@injectable()
export class KeyGuard implements CallGuard {
  constructor(
    @inject(KeyBook) private readonly book: KeyBook,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  guards(operation: AnyOperation): boolean {
    return takesIdempotencyKey(operation);
  }

  async around(call: GuardedCall, next: Next): Promise<unknown> {
    const key = call.request?.idempotencyKey;
    if (key === undefined || call.caller.id === null) return next(call);
    const id = keyId(call, key);
    const request = requestHash(call.input, key);
    const found = await this.book.claim(id, request);
    if ('state' in found) return this.repeat(call, found, request);
    this.host.fault?.('traffic.key-claimed');
    return this.carryOut(call, found, next);
  }

  private async carryOut(call: GuardedCall, claim: Claim, next: Next): Promise<unknown> {
    const upload = call.upload === undefined ? undefined : new HashedUpload(call.upload);
    const sent = (): string | null => upload?.digest ?? null;
    let answer: unknown;
    try {
      answer = await this.unitOfWork.observed(
        (manager) => this.book.seal(manager, claim, sent()),
        () => next({ ...call, upload }),
      );
    } catch (error) {
      await this.quietly(
        this.book.release(claim),
        'an Idempotency-Key of a failed request could not be released',
      );
      throw error;
    }
    this.host.fault?.('traffic.effect-committed');
    const outcome = {
      upload: sent(),
      answer: call.operation.answersSecret === true ? null : textOf(answer),
    };
    await this.quietly(
      this.book.keep(claim, outcome),
      'the answer to a request with an Idempotency-Key could not be kept',
    );
    this.host.fault?.('traffic.answer-kept');
    return answer;
  }

  /** A failure to update the key must not hide the result of the request from the caller. */
  private async quietly(work: Promise<void>, otherwise: string): Promise<void> {
    try {
      await work;
    } catch (err) {
      this.host.log.warn({ err }, otherwise);
    }
  }

  private async repeat(
    { operation, upload, request: through }: GuardedCall,
    found: TrafficKey,
    request: string,
  ): Promise<unknown> {
    if (found.request !== request) throw idempotencyKeyReused();
    if (this.book.isUnderWay(found))
      throw requestInProgress(undefined, { details: { retryAfterSeconds: 1 } });
    if (found.upload !== (await uploadHash(upload))) throw idempotencyKeyReused();
    if (found.answer === null)
      throw answerNotKept({
        at: found.begunAt.toISOString(),
        secret: operation.answersSecret === true,
      });
    through?.answerHeader?.('Idempotency-Replayed', 'true');
    return answerOf(found.answer);
  }
}
