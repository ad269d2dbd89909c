import { contribute } from 'svc-registry/kernel';
import { runListsPoint, type RunList, type RunRowsRequest } from 'svc-registry/runs';

export class Polls implements RunList {
  rows({ workspace, state }: RunRowsRequest) {
    // a module calls its own list operation here: `invoke(listPolls, { workspace, … })`
    const poll = {
      id: '7',
      href: `/polls/7?workspace=${workspace}`,
      name: 'Lunch at noon?',
      state: 'done' as const,
      result: '4 of 5 said yes',
      startedAt: '2026-11-30T08:00:00.000Z',
    };
    const rows = state === undefined || state === poll.state ? [poll] : [];
    return Promise.resolve({ rows, next: null });
  }
}

export const contribution = contribute(
  runListsPoint,
  'polls',
  { title: 'Polls', one: 'Poll', command: 'svc poll start', order: 90 },
  () => Promise.resolve(Polls),
);
