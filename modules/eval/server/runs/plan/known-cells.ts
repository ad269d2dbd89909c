import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not, type FindOptionsWhere } from 'typeorm';
import { batches } from '../../../../../toolbox/batches.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { Cell } from '../../cells/cell.entity.js';

/** Keys in one statement. */
const AT_ONCE = 500;

/** Which results a run may take over. */
export interface Takeover {
  readonly workspaceId: string;
  /** Solve everything again. */
  readonly force: boolean;
  /** The run that is repeated: what it has finished is taken over in any case. */
  readonly retryOf: string | null;
}

/** A cell that is to be, as far as results are found by it. */
export type Wanted = Pick<Cell, 'solutionKey' | 'scoreKey'>;

export type Known =
  | { readonly what: 'nothing' }
  /** The solution is known, and has to be scored. */
  | { readonly what: 'solution'; readonly cell: Cell }
  | { readonly what: 'result'; readonly cell: Cell };

/** Results of earlier runs of a workspace. */
@injectable()
export class KnownCells {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** What is known of each cell, in the same order. `scored`: whether the run scores. */
  async find(
    wanted: readonly Wanted[],
    takeover: Takeover,
    scored: boolean,
  ): Promise<readonly Known[]> {
    const earlier = new Map<string, Cell[]>();
    const keys = [...new Set(wanted.map(({ solutionKey }) => solutionKey))];
    for (const part of batches(keys, AT_ONCE)) {
      const where = conditions(part, takeover);
      if (where.length === 0) break;
      const order = { finishedAt: 'DESC', id: 'ASC' } as const;
      for (const cell of await this.reads.manager.find(Cell, { where, order }))
        earlier.set(cell.solutionKey, [...(earlier.get(cell.solutionKey) ?? []), cell]);
    }
    return wanted.map((cell) => knownOf(cell, earlier.get(cell.solutionKey) ?? [], scored));
  }
}

/** A cell that took its result over has nothing that its origin has not. */
function conditions(
  keys: readonly string[],
  { workspaceId, force, retryOf }: Takeover,
): FindOptionsWhere<Cell>[] {
  const ended = { workspaceId, solutionKey: In([...keys]), finishedAt: Not(IsNull()) };
  return [
    ...(force ? [] : [{ ...ended, jobId: Not(IsNull()) }]),
    ...(retryOf === null ? [] : [{ ...ended, runId: retryOf }]),
  ];
}

function knownOf(wanted: Wanted, earlier: readonly Cell[], scored: boolean): Known {
  const result = earlier.find((cell) =>
    scored
      ? cell.status === 'scored' && cell.scoreKey === wanted.scoreKey
      : cell.status === 'scored' || cell.status === 'unscored',
  );
  if (result !== undefined) return { what: 'result', cell: result };
  const solved = scored ? earlier.find(isSolved) : undefined;
  return solved === undefined ? { what: 'nothing' } : { what: 'solution', cell: solved };
}

/** Whether it can be scored again: also when only its judge has failed. */
function isSolved(cell: Cell): boolean {
  const { status, failure, contamination, solutionSha256, filesSha256 } = cell;
  if (solutionSha256 === null || filesSha256 === null || contamination !== null) return false;
  return status === 'scored' || status === 'unscored' || failure?.class === 'scorer';
}
