import { counted } from '../../../../toolbox/plural.js';
import { oneLine } from '../one-line.js';
import type { EvalPlanView } from '../../contract/run-view.js';

/** What a run will do and cost, in lines for the person who starts it. */
export function planText(plan: EvalPlanView): string {
  const { scenarios, cells, cached, scoredAgain, agentCalls, judgeCalls, credits, notes } = plan;
  const known = [
    ...(cached > 0 ? [`${cached} known already`] : []),
    ...(scoredAgain > 0 ? [`${scoredAgain} solved already and scored again`] : []),
  ];
  const head = `${counted(scenarios, 'scenario')}, ${counted(cells, 'cell')}`;
  return [
    `Plan: ${head}${known.length === 0 ? '' : ` (${known.join(', ')})`}`,
    `  ${counted(agentCalls, 'agent call')} of ${withModel(plan.agent, plan.model)}`,
    `  ${counted(judgeCalls, 'judge call')}${judgeCalls === 0 ? '' : ` of ${withModel(plan.scorerAgent, plan.scorerModel)}`}`,
    `  at most ${counted(credits, 'credit')}; void cells are free`,
    ...notes.map((note) => `  ${oneLine(note)}`),
  ].join('\n');
}

export const withModel = (agent: string, model: string | null): string =>
  oneLine(model === null ? agent : `${agent} with ${model}`);
