import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { isOver, type RunState } from '../../../jobs/contract/run.machine.js';
import type { RunProgress } from '../../../jobs/contract/run-view.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { GenerationListed, GenerationView } from '../../contract/generation-view.js';
import type { GenerationStatus } from '../../contract/words.js';
import { Starters } from '../starters.js';
import { Generation } from './generation.entity.js';

/** How people see the states of a generation's run. */
const statuses: Readonly<Record<RunState, GenerationStatus>> = {
  queued: 'pending',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

export const statusOf = ({ state }: Pick<Generation, 'state'>): GenerationStatus => statuses[state];

/** The states that people see as this one. */
export const statesOf = (status: GenerationStatus): readonly RunState[] =>
  (Object.keys(statuses) as RunState[]).filter((state) => statuses[state] === status);

/** Shows generations. */
@injectable()
export class GenerationViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(Starters) private readonly starters: Starters,
  ) {}

  /** The generation as it is now; with `wait`, as it is at its end or after that many seconds. */
  async current(generation: Generation, signal: AbortSignal, wait = 0): Promise<GenerationView> {
    if (isOver(generation.state) || wait === 0) return this.#viewOf(generation);
    await this.jobs.look(Generation, generation.id, { wait, signal });
    return this.byId(generation.id);
  }

  async byId(id: string): Promise<GenerationView> {
    return this.#viewOf(await this.reads.manager.findOneByOrFail(Generation, { id }));
  }

  /** Generations for a list, in the same order. */
  async listed(generations: readonly Generation[]): Promise<GenerationListed[]> {
    const labels = await this.starters.labelsOf(generations);
    return generations.map((generation) => listedOf(generation, labels));
  }

  async #viewOf(generation: Generation): Promise<GenerationView> {
    const { state, progress, scenarios, rejected, workspaceId } = generation;
    const labels = await this.starters.labelsOf([generation]);
    return Object.assign(listedOf(generation, labels), {
      workspace: await this.workspaces.nameOf(workspaceId),
      progress: isOver(state) ? null : (progress as RunProgress | null),
      scenarios: [...(scenarios ?? [])],
      rejected: [...(rejected ?? [])],
    });
  }
}

function listedOf(
  generation: Generation,
  labels: ReadonlyMap<string | null, string>,
): GenerationListed {
  const { id, source, scenarios, createdBy, createdAt, finishedAt, failure } = generation;
  return {
    generationId: id,
    status: statusOf(generation),
    source,
    scenariosCount: scenarios?.length ?? 0,
    createdBy: labels.get(createdBy) ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    failureReason: failure,
  };
}
