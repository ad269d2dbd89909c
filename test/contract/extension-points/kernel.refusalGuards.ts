import {
  contribute,
  refusalGuardsPoint,
  type RefusalGuard,
  type Sender,
  type SvcError,
} from 'svc-registry/kernel';

export class CountRefusals implements RefusalGuard {
  private readonly refusals = new Map<string, number>();

  admit() {
    return Promise.resolve();
  }

  refused(error: SvcError, { address = '' }: Sender) {
    this.refusals.set(address, (this.refusals.get(address) ?? 0) + 1);
    return Promise.resolve(error);
  }
}

export const contribution = contribute(
  refusalGuardsPoint,
  'poll.refusals',
  { summary: 'Counts the refused requests of each address' },
  () => Promise.resolve(CountRefusals),
);
