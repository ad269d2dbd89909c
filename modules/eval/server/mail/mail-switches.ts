import { inject, injectable } from 'tsyringe';
import type { AccountMail } from '../../../identity/contract/account-mails.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { MailSwitch } from './mail-switch.entity.js';

/** Which people get mails at the ends of their evaluations: all, until they switch them off. */
@injectable()
export class MailSwitches implements AccountMail {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async isOn(userId: string, manager = this.reads.manager): Promise<boolean> {
    return (await manager.findOneBy(MailSwitch, { userId }))?.enabled ?? true;
  }

  async switch(userId: string, enabled: boolean): Promise<void> {
    await this.unitOfWork.run((manager) =>
      manager.upsert(MailSwitch, { userId, enabled }, ['userId']),
    );
  }
}
