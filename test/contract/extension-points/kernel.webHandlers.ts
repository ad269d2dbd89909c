import {
  contribute,
  webHandlersPoint,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';

export class PollFeed implements WebHandler {
  handle({ request }: WebExchange) {
    if (new URL(request.url).pathname !== '/polls.txt') return Promise.resolve(undefined);
    return Promise.resolve(new Response('Lunch at noon?\n'));
  }
}

export const contribution = contribute(
  webHandlersPoint,
  'poll.feed',
  { summary: 'The open polls as text' },
  () => Promise.resolve(PollFeed),
);
