import { progressText } from '../../../jobs/contract/progress-text.js';
import {
  knownFact,
  shownTime,
  timeTaken,
  view,
  type Badge,
  type Page,
  type PageRequest,
  type RunHead,
} from '../../../web/contract/index.js';
import { counted } from '../../../../toolbox/plural.js';
import { showGeneration } from '../../contract/generation-operations.js';
import type { GenerationView } from '../../contract/generation-view.js';
import type { GenerationStatus } from '../../contract/words.js';
import { sourceName } from './generation-name.js';

const template = new URL('generation.njk', import.meta.url);

const badges: Readonly<Record<GenerationStatus, Badge>> = {
  pending: { text: 'Waiting', tone: 'plain' },
  in_progress: { text: 'Running', tone: 'accent' },
  completed: { text: 'Completed', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

export const isOver = (status: GenerationStatus): boolean =>
  status === 'completed' || status === 'failed';

/** Shows a generation of scenarios: how it stands, what was written, and what was dropped. */
export class GenerationPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const generation = await invoke(showGeneration, { id: params.id });
    const { generationId: id, scenarios, rejected, failureReason, status } = generation;
    return view(template, {
      id,
      run: headOf(generation),
      failure: failureReason,
      done: status === 'completed',
      scenarios: scenarios.map(({ name, shortDescription, checklistSize }) => ({
        name,
        text: shortDescription,
        criteria: checklistSize === 1 ? '1 criterion' : `${checklistSize} criteria`,
      })),
      rejected,
    });
  }
}

function headOf(generation: GenerationView): RunHead {
  const { generationId: id, status, source, progress, createdAt, finishedAt } = generation;
  const over = isOver(status);
  return {
    kind: 'Generation of scenarios',
    name: sourceName(source),
    workspace: generation.workspace,
    above: [],
    state: badges[status],
    lead: leadOf(generation) || progressText(progress),
    goesOn: !over,
    over,
    facts: [
      ...knownFact('By', generation.createdBy),
      ['Requested', shownTime(createdAt)],
      ...knownFact('Took', finishedAt === null ? null : timeTaken(createdAt, finishedAt)),
    ],
    cancel: over ? null : ['Cancel the generation', `/generations/${id}/cancel`],
  };
}

const leadOf = ({ status, scenariosCount }: GenerationView): string =>
  status === 'completed'
    ? `A model has written ${counted(scenariosCount, 'scenario')}. Read them before you rely on them.`
    : '';
