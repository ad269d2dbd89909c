import { contribute } from 'svc-registry/kernel';
import { frontPagePoint, view, type FrontPart } from 'svc-registry/web';

export class OpenPolls implements FrontPart {
  section() {
    return Promise.resolve(view(new URL('open-polls.njk', import.meta.url), { count: 2 }));
  }

  waiting() {
    const at = '2026-12-01T12:00:00.000Z';
    return Promise.resolve([{ text: 'Lunch at noon? You have not voted.', href: '/polls', at }]);
  }
}

export const contribution = contribute(
  frontPagePoint,
  'poll.open',
  { summary: 'Open polls', for: 'signed-in', order: 50 },
  () => Promise.resolve(OpenPolls),
);

/* The template open-polls.njk is in the same folder:

<h2>Open polls</h2>
<p><a href="/polls">{{ count }} polls are open</a>.</p>
*/
