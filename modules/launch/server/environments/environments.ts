import { hostKey, notFound, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, IsNull, type EntityManager } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { secretsKey, type Secrets } from '../../../secrets/contract/index.js';
import { environmentGone } from '../../contract/environment-errors.js';
import type { RunWithEnvironment } from '../../contract/held-environments.js';
import type { Variables } from '../../environments/read-variables.js';
import type { EnvironmentName } from '../../contract/launches.js';
import { Environment } from './environment.entity.js';

/** How long an environment for a run waits for its run. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NAMED_ONLY =
  'It has to be one with a name, which lasts: `svc env create`; `svc env list` shows them.';

const positionOf = (id: string) => ({ column: 'launch.environments', row: id });

/** The environments of runs, for the code that starts, performs and ends runs. */
@injectable()
export class Environments {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(secretsKey) private readonly secrets: Secrets,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The columns with the variables, for the row of this id. Call it before the unit of work. Throws `secrets_unavailable`. */
  async seal(id: string, variables: Variables): Promise<Pick<Environment, 'sealed' | 'keyNames'>> {
    return {
      sealed: await this.secrets.seal(JSON.stringify(variables), positionOf(id)),
      keyNames: Object.keys(variables).sort(),
    };
  }

  /** The names of its variables. `namedOnly`: one that lasts as long as its run does not count. Throws `not_found`. */
  async keyNames({
    id,
    workspaceId,
    namedOnly,
  }: {
    readonly id: string;
    readonly workspaceId: string;
    readonly namedOnly: boolean;
  }): Promise<readonly string[]> {
    const keep = namedOnly ? { keep: 'named' as const } : {};
    const row = await this.database.manager.findOneBy(Environment, { id, workspaceId, ...keep });
    if (row === null)
      throw notFound({ kind: 'environment', id, ...(namedOnly && { hint: NAMED_ONLY }) });
    return row.keyNames;
  }

  /** The one that all launches of a workspace may use, by its name or id. Throws `not_found`. */
  async named(nameOrId: string, workspaceId: string): Promise<EnvironmentName> {
    const isId = UUID.test(nameOrId);
    const which = isId ? { id: nameOrId.toLowerCase() } : { name: nameOrId };
    const row = await this.database.manager.findOneBy(Environment, {
      ...which,
      workspaceId,
      keep: 'named',
    });
    if (row === null) throw notFound({ kind: 'environment', id: nameOrId, hint: NAMED_ONLY });
    return { id: row.id, name: row.name ?? '' };
  }

  /** The variables. Throws `environment_gone`, `secret_unreadable` and `secrets_unavailable`. */
  async open(id: string, workspaceId: string): Promise<Variables> {
    const row = await this.database.manager.findOneBy(Environment, { id, workspaceId });
    if (row === null) throw environmentGone({ id });
    return JSON.parse(await this.secrets.open(row.sealed, positionOf(id))) as Variables;
  }

  /** `holdForRun` for the runs that have an environment, with one statement for all that have a name. */
  async holdForRuns(
    manager: EntityManager,
    runs: readonly (Omit<RunWithEnvironment, 'id'> & { readonly environmentId: string | null })[],
  ): Promise<void> {
    const ids = [...new Set(runs.flatMap(({ environmentId }) => environmentId ?? []))];
    if (ids.length === 0) return;
    const where = { id: In(ids), keep: 'named' as const };
    const named = await manager.find(Environment, {
      where,
      select: { id: true, workspaceId: true },
    });
    for (const { environmentId: id, runId, workspaceId, callerId } of runs) {
      if (id === null || named.some((each) => each.id === id && each.workspaceId === workspaceId))
        continue;
      await this.holdForRun(manager, { id, runId, workspaceId, callerId });
    }
  }

  /**
   * Makes sure that the run may use the environment, in the unit of work that stores the run; one that was made for a run is this run's from
   * then on. Throws `not_found` for one that does not exist in the workspace, was made by another caller for a run, or has its run already.
   */
  async holdForRun(manager: EntityManager, run: RunWithEnvironment): Promise<void> {
    const { runId, workspaceId, callerId } = run;
    const id = run.id.toLowerCase();
    if (await manager.existsBy(Environment, { id, workspaceId, keep: 'named' })) return;
    const free = { id, workspaceId, runId: IsNull(), createdBy: callerId ?? IsNull() };
    const { affected } = await manager.update(Environment, { ...free, keep: 'run' }, { runId });
    if (affected !== 1)
      throw notFound({
        kind: 'environment',
        id: run.id,
        hint: 'One that was made for a run serves one run; `svc env list` shows the others.',
      });
  }

  /** Deletes what was made for a run, in the unit of work that ends it. */
  async release(manager: EntityManager, runId: string): Promise<void> {
    await manager.delete(Environment, { runId, keep: 'run' });
  }

  /** Deletes what was made for a run that nobody has started for a day. */
  async deleteAbandoned(): Promise<void> {
    const before = new Date(this.host.clock().getTime() - ABANDONED_MS).toISOString();
    await this.unitOfWork.run((manager) =>
      manager
        .createQueryBuilder()
        .delete()
        .from(Environment)
        .where("keep = 'run' AND run_id IS NULL AND created_at < :before", { before })
        .execute(),
    );
  }
}
