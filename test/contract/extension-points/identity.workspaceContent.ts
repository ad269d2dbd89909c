import { inject } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from 'svc-registry/db';
import { workspaceContentPoint, type WorkspaceContent } from 'svc-registry/identity';
import { contribute } from 'svc-registry/kernel';

export class PollsOfWorkspace implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async describe(workspaceId: string) {
    const polls = await this.reads.manager.countBy('poll_polls', { workspaceId });
    return polls === 0 ? null : `${polls} polls`;
  }
}

export const contribution = contribute(workspaceContentPoint, 'poll', { summary: 'Polls' }, () =>
  Promise.resolve(PollsOfWorkspace),
);
