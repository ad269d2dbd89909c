import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { deletePolicy, viewPolicy } from '../../contract/operations.js';
import { formOf } from './policy-form.js';
import { targetOf } from './policy-page.js';
import { storedRows } from './policy-words.js';

const template = new URL('delete-policy.njk', import.meta.url);

/** Asks before the policies of a workspace or an organization are removed. */
@injectable()
export class DeletePolicyPage implements Page {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest) {
    const frame = await this.pages.frame(request, { tab: 'policy', here: 'Remove' });
    const stored = await request.invoke(viewPolicy, targetOf(frame));
    return view(template, {
      frame,
      stored: storedRows(formOf(stored)),
      unchangedSince: stored.updatedAt ?? '',
    });
  }

  async post(request: PageRequest) {
    const frame = await this.pages.frame(request);
    const unchangedSince = request.form.get('unchangedSince') ?? '';
    const seen = unchangedSince === '' ? {} : { unchangedSince };
    await request.invoke(deletePolicy, Object.assign(targetOf(frame), seen));
    return redirect(`${frame.path}/policy`, { notice: 'The policies are removed.' });
  }
}
