import { inject, injectable } from 'tsyringe';
import { IsNull, Not } from 'typeorm';
import type { Caller } from 'svc-registry/kernel';
import {
  launchesKey,
  type AnsweredTurn,
  type Launches,
  type LaunchRequest,
  type PreparedLaunch,
} from '../../launch/contract/launches.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import { TaskTurn } from './task-turn.entity.js';

/** What a turn launches, and for whom. */
interface TurnStart {
  readonly input: LaunchRequest;
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
  readonly turns: readonly AnsweredTurn[];
}

/** The launches of turns. */
@injectable()
export class Turns {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
  ) {}

  /** Checks the launch of a turn, outside any unit of work. Errors: those of `launch.start`. */
  async prepare(start: TurnStart): Promise<PreparedLaunch> {
    const trigger = start.caller.kind === 'key' ? 'api' : 'manual';
    const [prepared] = await this.launches.prepare([{ ...start, trigger, repeats: true }]);
    if (prepared?.status !== 'fulfilled') throw prepared?.reason;
    return prepared.value;
  }

  /** Begins a launch that was prepared, in the surrounding unit of work; answers its id. */
  async begin(prepared: PreparedLaunch): Promise<string> {
    const [id = ''] = await this.launches.begin([prepared]);
    return id;
  }

  /** The answered turns of a task, oldest first. */
  async answered(taskId: string): Promise<readonly AnsweredTurn[]> {
    const turns = await this.reads.manager.find(TaskTurn, {
      where: { taskId, answered: Not(IsNull()) as never },
      order: { turn: 'ASC' },
    });
    return turns.flatMap(({ answered }) => answered ?? []);
  }
}
