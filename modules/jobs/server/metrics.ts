import type { MetricReading, MetricSource } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { type Kind, Kinds } from './kinds.js';

const shown = ['queued', 'running', 'failed'] as const;

/** The number of queued, running and failed runs of each kind. */
@injectable()
export class RunCounts implements MetricSource {
  constructor(
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async read(): Promise<readonly MetricReading[]> {
    const kinds = await this.kinds.all();
    return (await Promise.all(kinds.map((kind) => this.#count(kind)))).flat();
  }

  async #count({ id, entity, settings: { lane } }: Kind): Promise<MetricReading[]> {
    const rows = await this.database.manager
      .createQueryBuilder(entity, 'r')
      .select('r.state', 'state')
      .addSelect('count(*)', 'count')
      .where({ state: In([...shown]) })
      .groupBy('r.state')
      .getRawMany<{ state: string; count: string | number }>();
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    return shown.map((state) => ({
      value: counts.get(state) ?? 0,
      labels: { kind: id, lane, state },
    }));
  }
}
