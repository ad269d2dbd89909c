import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type { StartedEval } from '../../contract/command-results.js';
import type { EvalAgentsView, EvalRunView } from '../../contract/run-view.js';
import { oneLine } from '../one-line.js';
import { evalText } from '../runs/eval-text.js';
import { withModel } from './plan-text.js';
import type { RunOutcome } from './run.js';

/** Whatever the command answers. */
export const runText: Renderer<EvalRunView> = (declared, style, server) => {
  const outcome = declared as RunOutcome;
  if (isStarted(outcome)) return outcome.map(startedText).join('\n');
  return 'agents' in outcome ? agentsText(outcome, style) : evalText(outcome, style, server);
};

const isStarted = (outcome: RunOutcome): outcome is readonly StartedEval[] =>
  Array.isArray(outcome);

const startedText = ({ evalRunId: id, estimatedCredits, ...run }: StartedEval): string =>
  `Started ${id}: ${counted(run.scenariosCount, 'scenario')} with ${withModel(run.agent, run.model)}, at most ${counted(estimatedCredits, 'credit')}.\nFollow it with \`svc eval view --wait ${id}\`.`;

function agentsText(
  { agents, defaultScorerAgent, defaultScorerModel }: EvalAgentsView,
  style: TextStyle,
): string {
  const rows = agents.map(({ agent, display, models, isDefault, defaultModel }) => [
    agent,
    display,
    isDefault ? 'default' : '',
    oneLine(defaultModel ?? 'its own'),
    oneLine(models.join(', ')),
  ]);
  const judge = withModel(defaultScorerAgent, defaultScorerModel);
  const model = defaultScorerAgent === 'model' ? ', which is the model of the workspace' : '';
  return [
    style.table(['--agent', 'name', '', 'default model', 'models'], rows),
    '',
    `What no check decides is scored by ${judge}${model}; --scorer-agent and --scorer-model name another judge.`,
    'Any other model of an agent may be named with --model.',
  ].join('\n');
}
