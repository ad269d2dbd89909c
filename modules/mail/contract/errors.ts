import { defineError, ExitCode } from 'svc-registry/kernel';

/** The mail server will never take this mail. */
export const mailRefused = defineError<{ why: string }>({
  code: 'mail_refused',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Mail refused',
  remedy:
    "The operator of the server checks the recipient's address, the sender's address and the account at the mail server.",
  message: ({ why }) => `The mail server refuses the mail: ${why}.`,
});

/** The mail could not be delivered; it is tried again. */
export const mailNotDelivered = defineError<{ why: string }>({
  code: 'mail_not_delivered',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Mail not delivered',
  message: ({ why }) => `The mail could not be delivered: ${why}.`,
  hint: () => 'Check SVC_SMTP_URL and the mail server.',
});
