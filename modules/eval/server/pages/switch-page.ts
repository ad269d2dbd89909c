import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { showEvalsSwitch, switchEvals } from '../../contract/run-operations.js';

const template = new URL('switch.njk', import.meta.url);

type Request = PageRequest<'workspace'>;

/** Shows whether a workspace has evaluations, and switches them on and off. */
@injectable()
export class SwitchPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: Request) {
    const frame = await this.pages.frame(request, { tab: 'evals' });
    const { enabled } = await request.invoke(showEvalsSwitch, { workspace: frame.id });
    const runs = `/evals?${new URLSearchParams({ workspace: frame.name }).toString()}`;
    const maySwitch = frame.allowed.has('workspace:edit_settings');
    return view(template, { frame, enabled, runs, maySwitch });
  }

  async post(request: Request) {
    const { id, path } = await this.pages.frame(request);
    const { enabled } = await request.invoke(switchEvals, {
      workspace: id,
      enabled: request.form.get('do') === 'on',
    });
    return redirect(`${path}/evals`, { notice: `Evaluations are ${enabled ? 'on' : 'off'}.` });
  }
}
