import type { MembershipChange } from '../../contract/dto/member.js';
import type { User } from '../entities/people.js';

/** Describes the effect of granting a role, from the role before and after. */
export function membershipChange({
  before,
  role,
  user,
}: {
  before: string | undefined;
  role: string;
  user: User;
}): MembershipChange {
  const existing = before === role ? 'unchanged' : 'changed';
  const member = { userId: user.id, email: user.email, role };
  return { outcome: before === undefined ? 'added' : existing, member, invitation: null };
}
