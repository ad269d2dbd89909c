import { serviceKey } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import type { Cell } from './cell.entity.js';

/** What has become of a cell: the columns that its end writes. */
export type CellEnd = Pick<Cell, 'status'> &
  Partial<
    Pick<
      Cell,
      | 'scored'
      | 'failure'
      | 'contamination'
      | 'activatedSkills'
      | 'retries'
      | 'agentMs'
      | 'solutionSha256'
      | 'filesSha256'
      | 'takenFrom'
    >
  >;

/** Ends cells, and with the last one their run. Everything happens in the caller's unit of work. */
export interface CellEnds {
  end(manager: EntityManager, cellId: string, end: CellEnd): Promise<void>;
}

export const cellEndsKey = serviceKey<CellEnds>('eval.cellEnds');
