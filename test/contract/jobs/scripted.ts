/** A module whose runs do what the test says. */
import { inject, injectable } from 'tsyringe';
import { Column, Entity, PrimaryColumn, type EntityManager, type QueryRunner } from 'typeorm';
import {
  contribute,
  defineFacet,
  defineModule,
  provideFactory,
  serviceKey,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import {
  runKindsPoint,
  runTable,
  type Attempt,
  type RunKindSettings,
  type RunWork,
  type WriteResult,
} from '../../../modules/jobs/contract/db.js';
import { RunEntity } from '../../../modules/jobs/contract/db/run-entity.js';
import {
  columns,
  createTable,
  tablesPoint,
  type Migration,
} from '../../../modules/persistence/contract/db.js';

@Entity('scripted_runs')
export class ScriptedRun extends RunEntity {
  /** Which part of the script it plays. */
  @Column(columns.text()) part!: string;
}

/** What the runs have left behind: one row for each result, and one for each end without a result. */
@Entity('scripted_traces')
export class Trace {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) runId!: string;
  @Column(columns.text()) text!: string;
}

class CreateScripted1700000000002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      runTable({ name: 'scripted_runs', columns: { part: columns.text() } }),
    );
    await createTable(runner, {
      name: 'scripted_traces',
      columns: { id: columns.id(), run_id: columns.id(), text: columns.text() },
    });
  }
}

export type Part = (run: ScriptedRun, attempt: Attempt) => Promise<WriteResult | undefined>;

/** Part to what its runs do. */
export type Script = Map<string, Part>;

const scriptKey = serviceKey<Script>('scripted.script');

export function trace({ id: runId }: ScriptedRun, text: string): WriteResult {
  return async (manager) => {
    await manager.insert(Trace, { id: crypto.randomUUID(), runId, text });
  };
}

@injectable()
class ScriptedWork implements RunWork<ScriptedRun> {
  constructor(@inject(scriptKey) private readonly script: Script) {}

  async perform(run: ScriptedRun, attempt: Attempt): Promise<WriteResult | undefined> {
    const part = this.script.get(run.part);
    if (part === undefined) throw new Error(`the script has no part "${run.part}"`);
    return part(run, attempt);
  }

  ended(run: ScriptedRun, manager: EntityManager): Promise<void> {
    return trace(run, `${run.state}: ${run.error ?? ''}`)(manager);
  }
}

export function scriptedModule(
  script: Script,
  settings: Omit<RunKindSettings, 'summary'> = {},
): ModuleDeclaration {
  const kind = { entity: ScriptedRun, work: ScriptedWork };
  const tables = { entities: [ScriptedRun, Trace], migrations: [CreateScripted1700000000002] };
  return defineModule({
    id: 'scripted',
    api: '^1.0.0',
    summary: 'Plays a script',
    requires: ['persistence', 'jobs'],
    contributes: [
      contribute(tablesPoint, 'scripted', { prefix: 'scripted_' }, () => Promise.resolve(tables)),
      contribute(
        runKindsPoint,
        'scripted.run',
        { summary: 'A part of the script', ...settings },
        () => Promise.resolve(kind),
      ),
    ],
    server: () =>
      Promise.resolve({
        default: defineFacet({ provides: [provideFactory(scriptKey, () => script)] }),
      }),
  });
}
