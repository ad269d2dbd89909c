import type { RunState } from '../../contract/run-lists.js';

/** States as badges show them. */
export const stateBadges: Readonly<
  Record<RunState, { readonly text: string; readonly tone: string }>
> = {
  waiting: { text: 'Waiting', tone: 'plain' },
  running: { text: 'Running', tone: 'accent' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  cancelled: { text: 'Cancelled', tone: 'plain' },
};
