import { contribute, locatorsPoint, type Locator } from 'svc-registry/kernel';

const polls = new Map([['p1', { workspaceId: 'w1', question: 'Lunch at noon?' }]]);

export class PollLocator implements Locator {
  locate(id: string) {
    const poll = polls.get(id);
    if (poll === undefined) return Promise.resolve(null);
    const { workspaceId, question } = poll;
    const visibility = 'members' as const;
    return Promise.resolve({ kind: 'poll', name: question, workspaceId, visibility, value: poll });
  }
}

export const contribution = contribute(locatorsPoint, 'poll', { kind: 'poll' }, () =>
  Promise.resolve(PollLocator),
);

// An operation names the kind: `access: { permission: 'poll:close', on: 'poll', of: (input) => input.id }`.
