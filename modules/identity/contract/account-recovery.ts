import { serviceKey } from 'svc-registry/kernel';
import type { PasswordResetView } from './dto/password-reset.js';

/** For whoever runs the server: lets anybody back in, also the last admin. Server only. */
export interface AccountRecovery {
  /** A code with which the person of this e-mail address chooses a new password. Throws `not_found`. */
  reset(email: string): Promise<PasswordResetView>;
}

export const accountRecoveryKey = serviceKey<AccountRecovery>('identity.accountRecovery');
