import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import type { OpenInvitationView } from '../../../contract/dto/invitation.js';
import { cancelInvitation, listInvitations } from '../../../contract/operations/invitations.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { listedAt } from './listed-at.js';

const template = new URL('cancel-invitation.njk', import.meta.url);

type Request = PageRequest<'organization' | 'invitation'>;

/** Asks before an invitation is cancelled, which cannot be undone. */
@injectable()
export class CancelInvitationPage implements Page<'organization' | 'invitation'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const { params, invoke } = request;
    const frame = await this.pages.frame(request, { here: 'Cancel an invitation' });
    const { email } = await listedAt<OpenInvitationView>(
      { kind: 'invitation', id: params.invitation },
      ({ id }) => id,
      (after) => invoke(listInvitations, { organization: frame.name, ...after }),
    );
    return view(template, { frame, email });
  }

  async post(request: Request) {
    const { params, invoke } = request;
    const { name, path } = await this.pages.frame(request);
    const { invitation } = params;
    await unlessGone(() => invoke(cancelInvitation, { organization: name, invitation }));
    return redirect(path, { notice: 'The invitation is cancelled.' });
  }
}
