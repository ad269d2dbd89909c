import { shortened } from '../../../toolbox/shortened.js';
import { mailNotDelivered, mailRefused } from '../contract/errors.js';
import type { Letter } from '../contract/index.js';
import type { MailSettings } from '../format/mail-settings.js';

/** Milliseconds, where the address says nothing else. */
const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
const ALL_SECONDS = 120;

/** What nodemailer says of a failure. */
interface Failure {
  readonly code?: unknown;
  readonly message: string;
  readonly responseCode?: number;
}

/** Delivers a letter to the mail server. Throws `mail_refused` for one that will never be taken, else `mail_not_delivered`. */
export async function deliver(
  { to, ...message }: Letter & { readonly messageId: string; readonly date: Date },
  { url, from, requireTLS }: MailSettings,
  signal: AbortSignal,
): Promise<void> {
  // loaded at the first mail: servers that send none never pay for it
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ ...LIMITS, ...(requireTLS && { requireTLS }), url });
  try {
    await transport.sendMail({
      ...message,
      from,
      // one recipient, whatever the text looks like
      to: { name: '', address: to },
      // nobody's holiday note answers
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ALL_SECONDS * 1000)]),
    });
  } catch (error) {
    const failure = error as Failure;
    if (typeof failure.code !== 'string') throw error;
    const fail = isForEver(failure) ? mailRefused : mailNotDelivered;
    throw fail({ why: reason(failure) });
  } finally {
    transport.close();
  }
}

/** This mail or its address is refused (5xx). Other refusals, such as of the login, are the operator's to mend. */
const isForEver = ({ code, responseCode = 550 }: Failure): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode !== 503;

/** One line. The mail server wrote most of it, and may repeat the link that it was sent. */
function reason({ code, message, responseCode }: Failure): string {
  if (code === 'EABORT') return `it was not done after ${ALL_SECONDS} seconds`;
  if (code === 'EAUTH') return `the login is refused (${responseCode ?? 'no answer'})`;
  const line = message.replace(/[\p{Cc}\s]+/gu, ' ').replace(/\b(svc_[a-z]+_)\w+/gi, '$1…');
  return shortened(line.replace(/[ .]+$/, ''), 300);
}
