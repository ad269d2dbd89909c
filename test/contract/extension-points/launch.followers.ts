import { inject } from 'tsyringe';
import { contribute, hostKey, type HostInfo } from 'svc-registry/kernel';
import { launchFollowersPoint, type LaunchFollower, type LaunchOutcome } from 'svc-registry/launch';

export class LogOfLaunches implements LaunchFollower {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  ended({ id, status }: LaunchOutcome) {
    this.host.log.info({ launch: id, status }, 'a launch has ended');
    return Promise.resolve();
  }
}

export const contribution = contribute(
  launchFollowersPoint,
  'poll',
  { summary: 'Writes to the log how launches have ended' },
  () => Promise.resolve(LogOfLaunches),
);
