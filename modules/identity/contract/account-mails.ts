import { defineClassPoint } from 'svc-registry/kernel';

/** A mail that people get unless they switch it off. */
export interface AccountMail {
  isOn(userId: string): Promise<boolean>;
  switch(userId: string, on: boolean): Promise<void>;
}

/** Mails that people switch on and off on the page of their account. The summary is the label there, such as `An evaluation that I have started has ended`. */
export const accountMailsPoint = defineClassPoint<AccountMail>('identity.accountMails');
