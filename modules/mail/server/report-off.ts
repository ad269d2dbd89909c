import type { ServerStarted, ServerStartedHook } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { mailKey, type Mail } from '../contract/index.js';

/** Says when a server starts that it sends no mails. */
@injectable()
export class ReportOff implements ServerStartedHook {
  constructor(@inject(mailKey) private readonly mail: Mail) {}

  serverStarted({ dev }: ServerStarted): Promise<readonly string[]> {
    const lines = ['No mails are sent: SVC_SMTP_URL is not set.'];
    // a trial server has nobody to write to
    return Promise.resolve(dev || this.mail.on ? [] : lines);
  }
}
