import { serviceKey } from 'svc-registry/kernel';

/** Id of the column of letters that wait. */
export const LETTERS = 'mail.letters';

/** A mail as plain text. */
export interface Letter {
  /** One address, without a name. */
  readonly to: string;
  /** Line breaks become spaces. */
  readonly subject: string;
  readonly text: string;
}

/** Mails, written in the texts of the module that sends them. */
export interface Mail {
  /** Whether the server has a mail server. Without one `send` does nothing. */
  readonly on: boolean;
  /**
   * Sends a mail once the surrounding unit of work has committed, and not at all when that rolls back. The letter is sealed until it is
   * delivered, so it may hold a secret. A process that is killed may deliver it twice, with the same Message-ID. Throws `invalid_input` for an
   * address that would be more than one line.
   */
  send(letter: Letter): Promise<void>;
}

/** Mails, for server code of modules that require `mail`. */
export const mailKey = serviceKey<Mail>('mail.mail');
