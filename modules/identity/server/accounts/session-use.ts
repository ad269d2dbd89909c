import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { Session } from '../entities/tokens.js';

const EVERY_MS = 5 * 60 * 1000;

/** Records when sessions were last used, at intervals and in the background, so that reads never wait for a write. */
@injectable()
export class SessionUse {
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  record(sessionId: string, lastUsedAt: Date): void {
    const now = this.host.clock();
    if (now.getTime() - lastUsedAt.getTime() < EVERY_MS || this.underWay.has(sessionId)) return;
    const writing = this.write(sessionId, now).finally(() => this.underWay.delete(sessionId));
    this.underWay.set(sessionId, writing);
  }

  /** Resolves when all pending updates are stored. */
  async dispose(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  private async write(id: string, lastUsedAt: Date): Promise<void> {
    try {
      await this.unitOfWork.run((manager) => manager.update(Session, { id }, { lastUsedAt }));
    } catch (err) {
      // a failed update must not fail the call
      this.host.log.warn({ err, sessionId: id }, 'the use of a session could not be recorded');
    }
  }
}
