import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { deletePolicy } from '../../contract/operations.js';
import { targetOf } from './policy-page.js';

const template = new URL('delete-policy.njk', import.meta.url);

/** Asks before the policies of a workspace or an organization are removed. */
@injectable()
export class DeletePolicyPage implements Page {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest) {
    const frame = await this.pages.frame(request, { tab: 'policy', here: 'Remove' });
    return view(template, { frame });
  }

  async post(request: PageRequest) {
    const frame = await this.pages.frame(request);
    await request.invoke(deletePolicy, targetOf(frame));
    return redirect(`${frame.path}/policy`, { notice: 'The policies are removed.' });
  }
}
