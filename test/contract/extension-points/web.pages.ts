import { contribute } from 'svc-registry/kernel';
import { pagesPoint, redirect, view, type Page, type PageRequest } from 'svc-registry/web';

export class PollsPage implements Page {
  get() {
    const polls = [{ question: 'Lunch at noon?' }];
    return Promise.resolve(view(new URL('polls.njk', import.meta.url), { polls }));
  }

  post({ form }: PageRequest) {
    const question = form.get('question') ?? '';
    return Promise.resolve(redirect('/polls', { notice: `"${question}" has begun.` }));
  }
}

export const contribution = contribute(
  pagesPoint,
  'poll.open',
  { path: '/polls', title: 'Open polls', access: 'signed-in', nav: 'Polls' },
  () => Promise.resolve(PollsPage),
);

/* The template polls.njk is in the same folder:

{% extends "web/layout.njk" %}
{% from "web/macros.njk" import form, field, button with context %}
{% block main %}
<h1>Open polls</h1>
{% for poll in polls %}<p>{{ poll.question }}</p>{% endfor %}
{% call form("/polls") %}{{ field("question", "Question") }}{{ button("Start") }}{% endcall %}
{% endblock %}
*/
