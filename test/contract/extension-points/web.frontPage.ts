import { contribute } from 'svc-registry/kernel';
import { frontPagePoint, view, type FrontPart, type PageRequest } from 'svc-registry/web';

export class OpenPolls implements FrontPart {
  section({ caller }: PageRequest) {
    const polls = [{ question: 'Lunch at noon?', by: caller.label }];
    return Promise.resolve(view(new URL('open-polls.njk', import.meta.url), { polls }));
  }

  waiting() {
    const poll = { text: 'The poll "Lunch at noon?" has no vote of yours.', href: '/polls/7' };
    return Promise.resolve([poll]);
  }
}

export const contribution = contribute(
  frontPagePoint,
  'poll',
  { summary: 'Open polls', for: 'signed-in', order: 80 },
  () => Promise.resolve(OpenPolls),
);

/* The template open-polls.njk is in the same folder. It extends nothing, because it is a part of the page:

<h2>Open polls</h2>
{% for poll in polls %}<p>{{ poll.question }}</p>{% endfor %}
*/
