import { shellWord } from '../../../toolbox/shell-word.js';
import type { InvitationView } from '../contract/dto/member.js';
import { elsewhereNote } from '../format/server-address.js';

interface Terminal {
  /** The address at which this machine reaches the server. */
  readonly server: string | undefined;
  /** In columns. */
  readonly width: number;
}

/** A line that is too long for the terminal is continued with a backslash, so that it can still be copied. */
function command(origin: string, rest: string, width: number): string {
  const line = `  SVC_URL=${origin} ${rest}`;
  return line.length <= width ? line : `  SVC_URL=${origin} \\\n    ${rest}`;
}

/**
 * What one person passes on to another: the page where the code is redeemed, the command and the code. If the server does not
 * know its own address, the link has the address at which this machine reaches it.
 */
export function handOverLines(
  { email, code, link }: Pick<InvitationView, 'email' | 'code' | 'link'>,
  path: string,
  { server, width }: Terminal,
): readonly string[] {
  const page = new URL(link ?? path, server);
  const note = elsewhereNote(page.origin);
  return [
    `  ${page.href}`,
    'Or they run this command in a terminal and enter the one-time code when prompted:',
    command(page.origin, `svc login --code --email ${shellWord(email)}`, width),
    `  ${code}`,
    ...(note === undefined ? [] : [note]),
  ];
}
