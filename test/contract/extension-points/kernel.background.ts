import { setTimeout as delay } from 'node:timers/promises';
import { contribute, backgroundPoint, type BackgroundWork } from 'svc-registry/kernel';
import type { BackgroundOptions } from 'svc-registry/kernel';

export class CloseOldPolls implements BackgroundWork {
  async run({ signal }: BackgroundOptions) {
    while (!signal.aborted) {
      // … close the polls that are older than a week …
      await delay(60_000, undefined, { signal }).catch(() => undefined);
    }
  }
}

export const contribution = contribute(
  backgroundPoint,
  'poll.close',
  { summary: 'Closes polls after a week' },
  () => Promise.resolve(CloseOldPolls),
);
