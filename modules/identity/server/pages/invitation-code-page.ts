import { redirect, view, type Page, type PageAnswer, type PageRequest, type Redirect } from '../../../web/contract/index.js';
import { codeInvalid } from '../../contract/errors.js';
import { invitationPath } from '../accounts/invitations.js';
import { tokenKind } from '../token.js';

const template = new URL('invitation-code.njk', import.meta.url);

/** For newcomers who were handed the code without the link. */
export class InvitationCodePage implements Page {
  get(): Promise<PageAnswer> {
    return Promise.resolve(view(template));
  }

  post({ form }: PageRequest): Promise<Redirect> {
    const code = form.get('code')?.trim() ?? '';
    if (tokenKind(code) !== 'code') throw codeInvalid();
    return Promise.resolve(redirect(invitationPath(code)));
  }
}
