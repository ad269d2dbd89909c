import { shownTime, view, type View } from '../../../../web/contract/index.js';
import { invitationPath } from '../../../contract/code-pages.js';
import type { InvitationView } from '../../../contract/dto/member.js';
import type { TeamFrame } from '../../../contract/team-pages.js';

const template = new URL('invitation-made.njk', import.meta.url);

interface Context {
  /** Where the person goes on. */
  readonly back: string;
  readonly origin: string;
}

/** Shows a new invitation with its code, which is shown only here. */
export function invitationView(
  frame: TeamFrame,
  { email, code, link, expiresAt }: InvitationView,
  { back, origin }: Context,
): View {
  return view(template, {
    frame,
    back,
    email,
    code,
    link: link ?? `${origin}${invitationPath(code)}`,
    expires: shownTime(expiresAt),
  });
}
