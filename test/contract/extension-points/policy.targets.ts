import { contribute, defineExtensionPoint, type Constructor } from 'svc-registry/kernel';

interface PollTarget {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

export class PollTargets {
  find(reference: string): Promise<PollTarget | null> {
    const poll = { id: '7d3f…', name: 'Lunch', organizationId: '01aa…', workspaceId: '52c9…' };
    return Promise.resolve(reference === poll.id ? { type: 'poll', ...poll } : null);
  }
}

// the module `policy` has no entry in the package: its point is named by its id
const policyTargetsPoint = defineExtensionPoint<
  { readonly type: string; readonly rank: number; readonly summary: string },
  Constructor<PollTargets>
>('policy.targets');

export const contribution = contribute(
  policyTargetsPoint,
  'poll',
  { type: 'poll', rank: 2, summary: 'Polls' },
  () => Promise.resolve(PollTargets),
);
