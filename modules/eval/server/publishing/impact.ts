import { inject, injectable } from 'tsyringe';
import type { FactsRequest, VersionFacts } from '../../../registry/contract/version-facts.js';
import type { CountedVersion, Evaluations } from '../../../review/contract/evaluations.js';
import { VersionEvaluations } from './version-evaluations.js';

type Fact = Readonly<Record<string, unknown>>;

/** What the plugin changed for agents that solved the scenarios published with it. */
@injectable()
export class ImpactFacts implements VersionFacts {
  constructor(@inject(VersionEvaluations) private readonly evaluations: VersionEvaluations) {}

  async of({ versions, whole, lasting }: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const facts = new Map<string, Fact>();
    for (const { version } of versions) lasting?.(version.id);
    for (const [id, { runId, verdict, finishedAt }] of await this.evaluations.of(versions)) {
      const { lift, interval, scenarios, text } = verdict;
      const summary = { verdict: verdict.verdict, lift, interval, scenarios };
      const more = { text, evalRunId: runId, evaluatedAt: finishedAt.toISOString() };
      facts.set(id, whole ? { ...summary, ...more } : summary);
    }
    return facts;
  }
}

/** A scenario counts as an evaluation if the run could compare its solutions with and without the plugin. */
@injectable()
export class EvaluatedScenarios implements Evaluations {
  readonly reported = true;

  constructor(@inject(VersionEvaluations) private readonly evaluations: VersionEvaluations) {}

  async countsOf(versions: readonly CountedVersion[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.evaluations.of(versions);
    return new Map([...found].map(([id, { verdict }]) => [id, verdict.scenarios]));
  }
}
