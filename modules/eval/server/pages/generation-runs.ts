import { counted } from '../../../../toolbox/plural.js';
import {
  listRuns,
  type RunList,
  type RunRows,
  type RunRowsRequest,
  type RunState,
} from '../../../runs/contract/index.js';
import { listGenerations } from '../../contract/generation-operations.js';
import type { GenerationListed } from '../../contract/generation-view.js';
import type { GenerationStatus } from '../../contract/words.js';
import { sourceName } from './generation-name.js';

const states: Readonly<Record<GenerationStatus, RunState>> = {
  pending: 'waiting',
  in_progress: 'running',
  completed: 'done',
  failed: 'failed',
};

/** Generations of scenarios in the list of all runs. */
export class GenerationRuns implements RunList {
  rows(request: RunRowsRequest): Promise<RunRows> {
    return listRuns(request, {
      states,
      list: (input) => request.invoke(listGenerations, input),
      rowOf,
    });
  }
}

const rowOf = ({ generationId: id, source, ...generation }: GenerationListed) => ({
  id,
  href: `/generations/${id}`,
  name: sourceName(source),
  result:
    generation.status === 'completed'
      ? counted(generation.scenariosCount, 'scenario')
      : (generation.failureReason?.message ?? ''),
  startedAt: generation.createdAt,
  by: generation.createdBy,
});
