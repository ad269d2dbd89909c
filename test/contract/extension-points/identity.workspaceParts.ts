import {
  workspacePartsPoint,
  type TeamFrame,
  type TeamVisit,
  type WorkspacePart,
} from 'svc-registry/identity';
import { contribute, type Operation } from 'svc-registry/kernel';
import { view } from 'svc-registry/web';

interface PollView {
  readonly question: string;
}

declare const listPolls: Operation<{ workspace: string }, { data: readonly PollView[] }>;

export class PollsPart implements WorkspacePart {
  async show({ id, path }: TeamFrame, { invoke }: TeamVisit) {
    const { data } = await invoke(listPolls, { workspace: id });
    if (data.length === 0) return undefined;
    return view(new URL('polls-part.njk', import.meta.url), { path, polls: data.slice(0, 5) });
  }
}

export const contribution = contribute(
  workspacePartsPoint,
  'poll.open',
  { summary: 'Open polls', place: 'side', order: 50 },
  () => Promise.resolve(PollsPart),
);

/* The template polls-part.njk is in the same folder:

<h2>Open polls</h2>
{% for poll in polls %}<p>{{ poll.question | visible }}</p>{% endfor %}
*/
