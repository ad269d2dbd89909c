import { contribute } from 'svc-registry/kernel';
import { evaluationsPoint, type Evaluations } from 'svc-registry/review';

/** Evaluations that are kept elsewhere: of every first version there is one. */
export class PollEvaluations implements Evaluations {
  countsOf(versions: Parameters<Evaluations['countsOf']>[0]): ReturnType<Evaluations['countsOf']> {
    const first = versions.filter(({ version }) => version.semver === '1.0.0');
    return Promise.resolve(new Map(first.map(({ version }) => [version.id, 1])));
  }
}

export const contribution = contribute(
  evaluationsPoint,
  'poll.evaluations',
  { summary: 'Counts what the team has tried' },
  () => Promise.resolve(PollEvaluations),
);
