import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { BoundedCache } from '../../../../toolbox/bounded-cache.js';
import type { FactsRequest, ShownVersion } from '../../../registry/contract/version-facts.js';
import { evaluationsPoint, type Evaluations } from '../../contract/evaluations.js';

type Counts = ReadonlyMap<string, number>;

const keyOf = ({ version, factsRevision }: ShownVersion): string =>
  `${version.id} ${factsRevision}`;

/** How many evaluations the modules count for versions. While a review goes on its fact is not kept; the counts are. */
@injectable()
export class EvaluationCounts {
  readonly #kept = new BoundedCache<number>({ size: 20_000, ms: 60_000 });

  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  /** `reported` if no count changes without a report. */
  async of(
    versions: FactsRequest['versions'],
  ): Promise<{ readonly counts: Counts; readonly reported: boolean }> {
    const evaluations = await Promise.all(this.extensions.of(evaluationsPoint).map(buildExtension));
    const reported = evaluations.every((known) => known.reported === true);
    return {
      counts: reported
        ? await this.#known(evaluations, versions)
        : await sums(evaluations, versions),
      reported,
    };
  }

  async #known(
    evaluations: readonly Evaluations[],
    versions: FactsRequest['versions'],
  ): Promise<Counts> {
    const counts = new Map<string, number>();
    for (const shown of versions) {
      const kept = this.#kept.get(keyOf(shown));
      if (kept !== undefined) counts.set(shown.version.id, kept);
    }
    if (counts.size === versions.length) return counts;
    // the whole list is passed on, because modules read once for all who ask about the same list
    const read = await sums(evaluations, versions);
    for (const shown of versions)
      if (shown.factsRevision !== undefined)
        this.#kept.set(keyOf(shown), read.get(shown.version.id) ?? 0);
    return read;
  }
}

async function sums(
  evaluations: readonly Evaluations[],
  versions: FactsRequest['versions'],
): Promise<Counts> {
  const counts = new Map<string, number>();
  for (const known of evaluations)
    for (const [id, count] of await known.countsOf(versions))
      counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}
