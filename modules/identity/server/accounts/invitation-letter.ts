import type { Letter } from '../../../mail/contract/index.js';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import type { InvitationView } from '../../contract/dto/member.js';

/** The code and what is true of it, as the inviter gets it. */
export type LetterCode = Pick<InvitationView, 'email' | 'code' | 'link' | 'expiresAt'>;

export interface LetterFacts extends LetterCode {
  /** E-mail address of the inviter; `undefined` for the operator of the server. */
  readonly inviter: string | undefined;
  readonly organization: string;
  readonly organizationRole: OrganizationRole;
  /** `undefined` for an invitation to the organization only. */
  readonly workspace: { readonly name: string; readonly role: WorkspaceRole } | undefined;
}

/** The mail to an invited person. */
export function invitationLetter(facts: LetterFacts): Letter {
  const { email, inviter, organization, organizationRole, workspace, expiresAt } = facts;
  const [kind, name, role] =
    workspace === undefined
      ? ['organization', organization, organizationRole]
      : ['workspace', workspace.name, workspace.role];
  const invites = inviter === undefined ? 'You are invited' : `${inviter} invites you`;
  const where = workspace === undefined ? '' : ` of the organization "${organization}"`;
  const paragraphs = [
    `${invites} to the ${kind} "${name}"${where}, as ${role}.`,
    ...acceptance(facts),
    `The invitation is for ${email} only, works once, and is valid until ${moment(expiresAt)}. Each new one replaces the one before.`,
    'If you did not expect it, do nothing: nobody can use it unless you pass this mail on.',
  ];
  const subject = `Invitation to the ${kind} ${name}`;
  return { to: email, subject, text: `${paragraphs.join('\n\n')}\n` };
}

const acceptance = ({ link, code }: LetterFacts): readonly string[] =>
  link === null
    ? ['Accept it on the server that it comes from, with this code for `svc login --code`:', code]
    : ['Accept it here:', link];

const moment = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
