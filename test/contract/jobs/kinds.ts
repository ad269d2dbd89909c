/** A module with several kinds of runs, each in a table of its own; what they do is the test's. */
import { Column, Entity, type QueryRunner } from 'typeorm';
import { contribute, defineModule, type ModuleDeclaration } from 'svc-registry/kernel';
import {
  runKindsPoint,
  runTable,
  type Attempt,
  type RunKindSettings,
  type WriteResult,
} from '../../../modules/jobs/contract/db.js';
import { RunEntity } from '../../../modules/jobs/contract/db/run-entity.js';
import { columns, createTable, tablesPoint } from '../../../modules/persistence/contract/db.js';

@Entity('errands_quick')
export class QuickRun extends RunEntity {
  @Column(columns.text()) note!: string;
}

@Entity('errands_reviews')
export class ReviewRun extends RunEntity {
  @Column(columns.text()) note!: string;
}

@Entity('errands_launches')
export class LaunchRun extends RunEntity {
  @Column(columns.text()) note!: string;
}

export type Errand = QuickRun | ReviewRun | LaunchRun;
export type Does = (run: Errand, attempt: Attempt) => Promise<WriteResult | undefined>;

const entities = { quick: QuickRun, reviews: ReviewRun, launches: LaunchRun };
export type ErrandKind = keyof typeof entities;

class CreateErrands1700000000003 {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(entities))
      await createTable(
        runner,
        runTable({ name: `errands_${name}`, columns: { note: columns.text() } }),
      );
  }
}

/** `reviews` and `launches` are long. */
export function errands(
  does: Does,
  settings: Partial<Record<ErrandKind, Omit<RunKindSettings, 'summary'>>> = {},
): ModuleDeclaration {
  const tables = { entities: Object.values(entities), migrations: [CreateErrands1700000000003] };
  const kind = (name: ErrandKind) => {
    const lane = name === 'quick' ? {} : ({ lane: 'long' } as const);
    const work = class {
      perform = does;
    };
    const data = { summary: 'An errand', ...lane, ...settings[name] };
    return contribute(runKindsPoint, `errands.${name}`, data, () =>
      Promise.resolve({ entity: entities[name], work }),
    );
  };
  return defineModule({
    id: 'errands',
    api: '^1.0.0',
    summary: 'Several kinds of background work',
    requires: ['persistence', 'jobs'],
    contributes: [
      contribute(tablesPoint, 'errands', { prefix: 'errands_' }, () => Promise.resolve(tables)),
      ...(Object.keys(entities) as ErrandKind[]).map(kind),
    ],
    server: () => Promise.resolve({ default: {} }),
  });
}

/** Errands that go on until the test ends them, in the order in which they began. */
export class HeldErrands {
  readonly begun: { readonly note: string; readonly signal: AbortSignal; end: () => void }[] = [];

  does: Does = async ({ note }, { signal }) => {
    await new Promise<void>((done) => {
      this.begun.push({ note, signal, end: done });
    });
    return undefined;
  };

  get notes(): string[] {
    return this.begun.map(({ note }) => note);
  }

  end(note: string): void {
    this.begun.find((each) => each.note === note)!.end();
  }

  endAll(): void {
    for (const { end } of this.begun) end();
  }
}
