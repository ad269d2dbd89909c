import { shellWord } from '../../../toolbox/shell-word.js';
import { invitationPath, resetPath } from '../contract/code-pages.js';
import type { InvitationView } from '../contract/dto/member.js';
import { elsewhereNote } from '../format/server-address.js';

/** A one-time code and the page where it is redeemed. */
type Code = Omit<InvitationView, 'expiresAt'>;

interface Place {
  /** The address at which this machine reaches the server. */
  readonly server: string | undefined;
  /** Columns of the terminal. */
  readonly width: number;
}

/** If the server does not know its own address, the link uses the address at which this machine reaches it. */
function pageOf(link: string | null, path: string, server: string | undefined): URL {
  return new URL(link ?? path, server);
}

/** A line that is too long for the terminal is continued with a backslash, so that it can still be copied. */
function command(origin: string, rest: string, width: number): string {
  const line = `  SVC_URL=${origin} ${rest}`;
  return line.length <= width ? line : `  SVC_URL=${origin} \\\n    ${rest}`;
}

function handOver({ email, code }: Code, page: URL, width: number): readonly string[] {
  const note = elsewhereNote(page.origin);
  return [
    `  ${page.href}`,
    'Or they run this command in a terminal and enter the one-time code when prompted:',
    command(page.origin, `svc login --code --email ${shellWord(email)}`, width),
    `  ${code}`,
    ...(note === undefined ? [] : [note]),
  ];
}

/** What the inviter passes on to the invited person: the page, the command and the code. */
export const invitationLines = (invitation: Code, { server, width }: Place): readonly string[] =>
  handOver(invitation, pageOf(invitation.link, invitationPath(invitation.code), server), width);

/** The same for a password reset. */
export const resetLines = (reset: Code, { server, width }: Place): readonly string[] =>
  handOver(reset, pageOf(reset.link, resetPath(reset.code), server), width);
