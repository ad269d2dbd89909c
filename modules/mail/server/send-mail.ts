import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunKind, RunWork, WriteResult } from '../../jobs/contract/db.js';
import { secretsKey, type Secrets } from '../../secrets/contract/index.js';
import { mailNotDelivered } from '../contract/errors.js';
import { LETTERS, type Letter } from '../contract/index.js';
import { mailSettingsKey, type MailSettings } from '../format/mail-settings.js';
import { deliver } from './smtp.js';
import { MailRun } from './tables.js';

@injectable()
class SendMail implements RunWork<MailRun> {
  constructor(
    @inject(mailSettingsKey) private readonly settings: MailSettings | undefined,
    @inject(secretsKey) private readonly secrets: Secrets,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(run: MailRun, { signal }: Attempt): Promise<WriteResult> {
    if (this.settings === undefined)
      throw mailNotDelivered({ why: 'SVC_SMTP_URL is not set for this process' });
    const { messageId, createdAt: date } = run;
    const at = { column: LETTERS, row: messageId };
    const letter = JSON.parse(await this.secrets.open(run.letter ?? '', at)) as Letter;
    await deliver({ ...letter, messageId, date }, this.settings, signal);
    this.host.fault?.('mail.delivered');
    return (manager) => this.ended(run, manager);
  }

  /** Nobody needs the letter any more. */
  async ended({ id }: MailRun, manager: EntityManager): Promise<void> {
    await manager.update(MailRun, { id }, { letter: null });
  }
}

export const mailRuns: RunKind<MailRun> = { entity: MailRun, work: SendMail };
