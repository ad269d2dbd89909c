import type { Letter } from '../../../mail/contract/index.js';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import type { InvitationView } from '../../contract/dto/member.js';

export interface LetterFacts extends InvitationView {
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
  const [to, role] =
    workspace === undefined
      ? [`the organization "${organization}"`, organizationRole]
      : [`the workspace "${workspace.name}"`, workspace.role];
  const whole = workspace === undefined ? to : `${to} of the organization "${organization}"`;
  const invited =
    inviter === undefined ? `You are invited to ${whole}` : `${inviter} invites you to ${whole}`;
  const paragraphs = [
    `${invited}, as ${role}.`,
    ...acceptance(facts),
    `The invitation is for ${email} only, works once, and is valid until ${moment(expiresAt)}. Each new one replaces the one before.`,
    'If you did not expect it, do nothing: nobody can use it unless you pass this mail on.',
  ];
  return { to: email, subject: `Invitation to ${to}`, text: `${paragraphs.join('\n\n')}\n` };
}

const acceptance = ({ link, code }: LetterFacts): readonly string[] =>
  link === null
    ? ['Accept it on the server that it comes from, with this code for `svc login --code`:', code]
    : ['Accept it here:', link];

const moment = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
