import type { Context, Located } from 'svc-registry/kernel';
import { emailKey } from '../accounts/email.js';
import type { User } from '../entities/people.js';

/** The object that the operation's `access` names. If it is missing, the declaration is wrong. */
export function targetOf<T>({ target }: Context): Located<T> {
  if (target === undefined) throw new Error('This operation needs an access that names an object.');
  return target as Located<T>;
}

type Audited = Pick<Context, 'auditSubject'>;

/** Records for the audit log which user a call is about, in a workspace or in the organization as a whole. */
export function auditUser(
  { auditSubject }: Audited,
  { id, email }: Pick<User, 'id' | 'email'>,
  workspace?: string,
): void {
  auditSubject?.({ kind: 'user', id, name: within(workspace, email) });
}

/** Records for the audit log which invitation a call is about. */
export function auditInvitation(
  { auditSubject }: Audited,
  invitation: { id: string; email: string },
  workspace?: string,
): void {
  auditSubject?.({
    kind: 'invitation',
    id: invitation.id,
    name: within(workspace, emailKey(invitation.email)),
  });
}

const within = (workspace: string | undefined, name: string): string =>
  workspace === undefined ? name : `${workspace}/${name}`;
