import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { CellListed, CellView } from '../../contract/run-view.js';
import { shortenedMiddle } from '../../report/shortened-middle.js';
import { Cell } from '../cells/cell.entity.js';
import type { Solution } from '../cells/solution.js';
import { EvalScenario } from './eval-scenario.entity.js';
import { Overrides } from './overrides.js';

/** Characters of a diff and of a transcript that are shown. */
const MOST_SHOWN = 64 * 1024;
/** Cells that are read at once for a report. */
const AT_ONCE = 50;

/** Shows cells. */
@injectable()
export class CellViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  /** Throws `not_found`, also for a cell of another run. */
  async find(runId: string, cellId: string): Promise<Cell> {
    const id = cellId.toLowerCase();
    const cell = await this.reads.manager.findOneBy(Cell, { id, runId });
    if (cell === null) throw notFound({ kind: 'cell', id: cellId });
    return cell;
  }

  /** A cell with its solution. */
  async byId(runId: string, cellId: string): Promise<CellView> {
    const cell = await this.find(runId, cellId);
    const scenario = await this.reads.manager.findOneByOrFail(EvalScenario, {
      id: cell.scenarioId,
    });
    return this.#viewOf(cell, scenario.name, await Overrides.ofRun(this.reads.manager, runId));
  }

  /** The cells of a run one after the other, by scenario, variant and repeat. */
  async *all(runId: string): AsyncGenerator<CellView> {
    const { manager } = this.reads;
    const overrides = await Overrides.ofRun(manager, runId);
    const scenarios = await manager.find(EvalScenario, {
      where: { runId },
      order: { position: 'ASC' },
      select: { id: true, name: true },
    });
    for (const { id: scenarioId, name } of scenarios)
      for (let skip = 0; ; skip += AT_ONCE) {
        const order = { variant: 'ASC', repeat: 'ASC' } as const;
        const page = { where: { runId, scenarioId }, order, skip, take: AT_ONCE };
        const cells = await manager.find(Cell, page);
        for (const cell of cells) yield await this.#viewOf(cell, name, overrides);
        if (cells.length < AT_ONCE) break;
      }
  }

  async #viewOf(cell: Cell, scenario: string, overrides: Overrides): Promise<CellView> {
    const solution = await this.#solutionOf(cell);
    const results = overrides.applied(cell)?.results;
    return {
      ...plain(cellListed(cell, scenario, overrides)),
      results: results === undefined ? null : [...results],
      answer: solution?.answer ?? null,
      diff: solution === undefined ? null : shortenedMiddle(solution.diff, MOST_SHOWN),
      transcript: solution === undefined ? null : shortenedMiddle(solution.transcript, MOST_SHOWN),
      evidence: [...(solution?.evidence ?? [])],
    };
  }

  async #solutionOf({ solutionSha256 }: Cell): Promise<Solution | undefined> {
    if (solutionSha256 === null) return undefined;
    const bytes = await this.blobs.read(solutionSha256);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Solution;
  }
}

const plain = (cell: Pick<CellListed, keyof CellListed>) => ({ ...cell });

/** A cell without its solution. */
export function cellListed(cell: Cell, scenario: string, overrides: Overrides): CellListed {
  const { status, jobId, takenFrom, agentMs, activatedSkills } = cell;
  return {
    cellId: cell.id,
    scenario,
    variant: cell.variant,
    repeat: cell.repeat,
    status,
    score: status === 'scored' ? (overrides.applied(cell)?.score ?? null) : null,
    failure: cell.failure,
    contamination: cell.contamination,
    activatedSkills: activatedSkills === null ? null : [...activatedSkills],
    cached: takenFrom !== null && jobId === null && status !== 'pending' && status !== 'void',
    retries: cell.retries,
    agentSeconds: agentMs === null ? null : agentMs / 1000,
  };
}
