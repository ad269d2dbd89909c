import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { mailKey, type Mail } from '../../../mail/contract/index.js';
import { accountMailsPoint } from '../../contract/account-mails.js';

export interface ShownMail {
  /** Name of the field of the form. */
  readonly id: string;
  readonly label: string;
  readonly on: boolean;
}

/** The mails that a person may switch off. */
@injectable()
export class AccountMails {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(mailKey) private readonly mail: Mail,
  ) {}

  /** None on a server that sends no mails. */
  async of(userId: string): Promise<readonly ShownMail[]> {
    if (!this.mail.on) return [];
    const shown: ShownMail[] = [];
    for (const extension of this.extensions.of(accountMailsPoint)) {
      const { id, data } = extension;
      const on = await (await buildExtension(extension)).isOn(userId);
      shown.push({ id, label: data.summary, on });
    }
    return shown;
  }

  /** A box that is not checked is not in the form. */
  async save(userId: string, form: URLSearchParams): Promise<void> {
    for (const extension of this.extensions.of(accountMailsPoint))
      await (await buildExtension(extension)).switch(userId, form.has(extension.id));
  }
}
