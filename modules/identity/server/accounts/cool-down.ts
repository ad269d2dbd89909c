import { latestEnd } from '../../../persistence/contract/db.js';
import { invitationCoolDown } from '../../contract/errors.js';
import type { Invitation } from '../entities/tokens.js';

const COOL_DOWN_MS = 2 * 60 * 1000;

/** Throws `invitation_cool_down` while the invitation's last code is so new that no other is issued. */
export function refuseTooSoon({ emailKey, createdAt }: Invitation, now: Date): void {
  const end = new Date(createdAt.getTime() + COOL_DOWN_MS);
  if (end > latestEnd(now, COOL_DOWN_MS)) return;
  const seconds = Math.ceil((end.getTime() - now.getTime()) / 1000);
  if (seconds <= 0) return;
  throw invitationCoolDown(
    { email: emailKey ?? '', seconds },
    { details: { retryAfterSeconds: seconds } },
  );
}
