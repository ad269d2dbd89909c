import { inject } from 'tsyringe';
import {
  authorizerKey,
  contribute,
  signInRequired,
  webHandlersPoint,
  type Authorizer,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';

export class PollFeed implements WebHandler {
  handle({ request }: WebExchange) {
    if (new URL(request.url).pathname !== '/polls.txt') return Promise.resolve(undefined);
    return Promise.resolve(new Response('Lunch at noon?\n'));
  }
}

/** Takes answers as JSON, from programs that hold a token. */
export class PollAnswers implements WebHandler {
  constructor(@inject(authorizerKey) private readonly authorizer: Authorizer) {}

  async handle({ request }: WebExchange) {
    if (new URL(request.url).pathname !== '/poll-answers') return undefined;
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
    // before the body is received
    const caller = await this.authorizer.authenticate(token);
    if (caller.kind === 'anonymous') throw signInRequired();
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json({ by: caller.label, answer: await request.json() });
  }
}

export const contribution = contribute(
  webHandlersPoint,
  'poll.feed',
  { summary: 'The open polls as text' },
  () => Promise.resolve(PollFeed),
);

export const answers = contribute(
  webHandlersPoint,
  'poll.answers',
  {
    summary: 'Answers to polls, from programs',
    methods: ['POST', 'DELETE'],
    bodyBytes: 1024 * 1024,
  },
  () => Promise.resolve(PollAnswers),
);
