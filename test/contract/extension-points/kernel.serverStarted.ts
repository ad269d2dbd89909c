import {
  contribute,
  serverStartedPoint,
  type ServerStarted,
  type ServerStartedHook,
} from 'svc-registry/kernel';

export class ShowPolls implements ServerStartedHook {
  serverStarted({ origin }: ServerStarted) {
    return Promise.resolve([`Polls are at ${origin}/polls.`]);
  }
}

export const contribution = contribute(
  serverStartedPoint,
  'poll.address',
  { summary: 'Shows the address of the polls' },
  () => Promise.resolve(ShowPolls),
);
