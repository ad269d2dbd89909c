import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { codeInvalid } from '../../contract/errors.js';
import { invitationPath, resetPath } from '../../contract/code-pages.js';
import { tokenKind } from '../token.js';

const template = new URL('invitation-code.njk', import.meta.url);

/** For people who received a code without its link, to join or to choose a new password. */
export class InvitationCodePage implements Page {
  get() {
    return Promise.resolve(view(template));
  }

  post({ form }: PageRequest) {
    const code = form.get('code')?.trim() ?? '';
    if (tokenKind(code) === 'reset') return Promise.resolve(redirect(resetPath(code)));
    if (tokenKind(code) !== 'code') throw codeInvalid();
    return Promise.resolve(redirect(invitationPath(code)));
  }
}
