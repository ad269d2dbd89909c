import {
  callGuardsPoint,
  contribute,
  type AnyOperation,
  type CallGuard,
  type GuardedCall,
} from 'svc-registry/kernel';

export class CountVotes implements CallGuard {
  private votes = 0;

  guards({ id }: AnyOperation) {
    return id === 'poll.vote';
  }

  async around(call: GuardedCall, next: (call: GuardedCall) => Promise<unknown>) {
    const result = await next(call);
    this.votes += 1;
    return result;
  }
}

export const contribution = contribute(
  callGuardsPoint,
  'poll.votes',
  { summary: 'Counts the votes', position: 'inner' },
  () => Promise.resolve(CountVotes),
);
