import { randomUUID } from 'node:crypto';
import { invalidInput } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../jobs/contract/db.js';
import { secretsKey, type Secrets } from '../../secrets/contract/index.js';
import { LETTERS, type Letter, type Mail } from '../contract/index.js';
import { mailSettingsKey, type MailSettings } from '../format/mail-settings.js';
import { MailRun } from './tables.js';

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Keeps letters, sealed, as runs that deliver them. */
@injectable()
export class StoredMail implements Mail {
  constructor(
    @inject(mailSettingsKey) private readonly settings: MailSettings | undefined,
    @inject(secretsKey) private readonly secrets: Secrets,
    @inject(jobsKey) private readonly jobs: Jobs,
  ) {}

  get on(): boolean {
    return this.settings !== undefined;
  }

  async send({ to, subject, text }: Letter): Promise<void> {
    if (this.settings === undefined) return;
    if (to.search(BREAKS) >= 0)
      throw invalidInput({ what: 'An address of mail has no line breaks or control characters.' });
    const letter = JSON.stringify({ to, text, subject: subject.replace(BREAKS, ' ') });
    const messageId = `<${randomUUID()}@${this.settings.from.address.replace(/.*@/, '')}>`;
    // in the unit of work, since letters hold what it makes; the key is there since the module started
    const sealed = await this.secrets.seal(letter, { column: LETTERS, row: messageId });
    await this.jobs.enqueue(MailRun, { messageId, letter: sealed });
  }
}
