import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { DEV_EMAIL, trialPath, DevSignIn } from '../accounts/dev-sign-in.js';
import { originOfPage } from './session-origin.js';

const template = new URL('trial.njk', import.meta.url);

/** Opens a trial server in a browser: its user has no password. */
@injectable()
export class TrialPage implements Page<'code'> {
  constructor(@inject(DevSignIn) private readonly trial: DevSignIn) {}

  get({ params: { code } }: PageRequest<'code'>) {
    this.trial.check(code);
    return Promise.resolve(view(template, { action: trialPath(code), email: DEV_EMAIL }));
  }

  async post(request: PageRequest<'code'>) {
    const { token } = await this.trial.enter(request.params.code, originOfPage(request));
    return redirect('/', { startSession: token, notice: 'Welcome to your trial server.' });
  }
}
