import type { HealthCheck, HealthFinding } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { mailSettings } from '../format/mail-settings.js';

/** What a server with this environment does with mails. Settings that cannot be used throw, which is a finding. */
@injectable()
export class MailHealth implements HealthCheck {
  check({ env }: Parameters<HealthCheck['check']>[0]): Promise<readonly HealthFinding[]> {
    const what = mailSettings(env) === undefined ? 'no mails: SVC_SMTP_URL is not set' : 'mails';
    const message = `A server with these settings sends ${what}.`;
    return Promise.resolve([{ level: 'ok', message }]);
  }
}
