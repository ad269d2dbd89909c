import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import type { ApiKeyView } from '../../../contract/dto/api-key.js';
import { deleteApiKey, listApiKeys } from '../../../contract/operations/api-keys.js';
import { teamPagesKey, type TeamPages } from '../../../contract/team-pages.js';
import { scopeOf } from './keys-page.js';
import { listedAt } from './listed-at.js';

const template = new URL('revoke-key.njk', import.meta.url);

/** Asks before an API key is revoked, which cannot be undone. */
@injectable()
export class RevokeKeyPage implements Page<'key'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest<'key'>) {
    const frame = await this.pages.frame(request, { tab: 'keys', here: 'Revoke' });
    const key = await listedAt<ApiKeyView>(
      { kind: 'API key', id: request.params.key },
      ({ id }) => id,
      (after) => request.invoke(listApiKeys, { ...scopeOf(frame), ...after }),
    );
    return view(template, { frame, key });
  }

  async post(request: PageRequest<'key'>) {
    const { params, invoke } = request;
    const { path } = await this.pages.frame(request);
    await unlessGone(() => invoke(deleteApiKey, { id: params.key }));
    return redirect(`${path}/keys`, { notice: 'The key is revoked.' });
  }
}
