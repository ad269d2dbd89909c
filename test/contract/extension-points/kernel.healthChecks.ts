import { contribute, healthChecksPoint, type HealthCheck } from 'svc-registry/kernel';

export class BallotFile implements HealthCheck {
  check({ env }: Parameters<HealthCheck['check']>[0]) {
    const message = 'POLL_TEAM is not set, so that polls have no team. Set it in your shell.';
    return Promise.resolve(env['POLL_TEAM'] ? [] : [{ level: 'warning' as const, message }]);
  }
}

export const contribution = contribute(
  healthChecksPoint,
  'poll.team',
  { summary: 'The team of your polls' },
  () => Promise.resolve(BallotFile),
);
