import { inject } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from 'svc-registry/db';
import { accountMailsPoint, type AccountMail } from 'svc-registry/identity';
import { contribute } from 'svc-registry/kernel';

export class ResultMail implements AccountMail {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async isOn(userId: string) {
    return !(await this.reads.manager.existsBy('poll_silent', { userId }));
  }

  async switch(userId: string, on: boolean) {
    await this.unitOfWork.run(async (manager) => {
      if (on) await manager.delete('poll_silent', { userId });
      else await manager.upsert('poll_silent', { userId }, ['userId']);
    });
  }
}

export const contribution = contribute(
  accountMailsPoint,
  'poll.results',
  { summary: 'A poll that I have started has ended' },
  () => Promise.resolve(ResultMail),
);
