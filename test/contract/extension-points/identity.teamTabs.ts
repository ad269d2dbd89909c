import { teamPagesKey, teamTabsPoint, type TeamPages } from 'svc-registry/identity';
import { contribute } from 'svc-registry/kernel';
import { view, type Page, type PageRequest } from 'svc-registry/web';
import { inject } from 'tsyringe';

export class WorkspacePollsPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest<'workspace'>) {
    const frame = await this.pages.frame(request, { tab: 'polls' });
    const polls = [{ question: 'Lunch at noon?' }];
    return view(new URL('workspace-polls.njk', import.meta.url), { frame, polls });
  }
}

export const contribution = contribute(teamTabsPoint, 'poll.workspace', {
  title: 'Polls',
  for: 'workspace',
  segment: 'polls',
  order: 70,
});

/* The page is contributed to web.pages with the path /workspaces/:workspace/polls. Its template:

{% extends "web/layout.njk" %}
{% block title %}Polls · {{ frame.name }}{% endblock %}
{% block above %}{{ show(frame.above) }}{% endblock %}
{% block main %}
<h1>Polls</h1>
{% for poll in polls %}<p>{{ poll.question | visible }}</p>{% endfor %}
{% endblock %}
*/
