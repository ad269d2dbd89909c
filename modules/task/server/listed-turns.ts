import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { launchesKey, type Launches, type LaunchOutcome } from '../../launch/contract/launches.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { TaskTurn } from './task-turn.entity.js';

/** A turn with what came of its launch. */
export interface ListedTurn {
  readonly turn: number;
  readonly outcome: LaunchOutcome;
}

/** The turns of many tasks at once, for lists. */
@injectable()
export class ListedTurns {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(launchesKey) private readonly launches: Launches,
  ) {}

  /** By task, the first turn first. */
  async of(taskIds: readonly string[]): Promise<ReadonlyMap<string, readonly ListedTurn[]>> {
    const found = new Map<string, ListedTurn[]>();
    if (taskIds.length === 0) return found;
    const turns = await this.reads.manager.find(TaskTurn, {
      where: { taskId: In(taskIds) },
      order: { taskId: 'ASC', turn: 'ASC' },
    });
    const outcomes = await this.launches.outcomes(turns.map(({ launchRunId }) => launchRunId));
    for (const { taskId, turn, launchRunId } of turns) {
      const outcome = outcomes.get(launchRunId);
      if (outcome !== undefined)
        found.set(taskId, [...(found.get(taskId) ?? []), { turn, outcome }]);
    }
    return found;
  }
}
