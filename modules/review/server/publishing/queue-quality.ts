import { randomUUID } from 'node:crypto';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { PublishedVersion, PublishListener } from '../../../registry/contract/published.js';
import { RunQueue, type NewRun } from '../runs/run-queue.js';

/** Queues a quality review of each version that is published. Without enough credits the review has failed, and can be tried again. */
@injectable()
export class QueueQuality implements PublishListener {
  constructor(
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async published(version: PublishedVersion): Promise<void> {
    const run = runOf(version);
    await this.unitOfWork.run(async (manager) => {
      const shortage = await this.queue.tryToBegin(manager, run);
      if (shortage === undefined) return;
      const ended = { state: 'failed', finishedAt: this.host.clock() } as const;
      await this.queue.insert(manager, { ...run, ...ended, error: shortage.message });
    });
  }
}

/** The version is reviewed without a model first; its fingerprint is known when it has been read. */
function runOf({
  versionId,
  workspaceId,
  organizationId,
  name,
  version,
}: PublishedVersion): NewRun & { readonly fingerprint: string } {
  return {
    id: randomUUID(),
    workspaceId,
    organizationId,
    versionId,
    type: 'quality',
    model: null,
    subject: { type: 'tile_skill', tileRef: `${name}@${version}` },
    fingerprint: '',
  };
}
