import { cancelled, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { RunEvalInput } from '../../contract/command-inputs.js';
import type { StartedEval } from '../../contract/command-results.js';
import { listEvalAgents } from '../../contract/run-operations.js';
import type { EvalAgentsView, EvalRunView } from '../../contract/run-view.js';
import { followEval } from '../follow.js';
import { planText } from './plan-text.js';
import { evalSource } from './source.js';
import { EvalStarter, type PlannedRun } from './starter.js';

/** What the command answers, by its flags. */
export type RunOutcome = EvalRunView | EvalAgentsView | readonly StartedEval[];

@injectable()
export class RunHandler implements Handler<RunEvalInput, EvalRunView> {
  constructor(@inject(EvalStarter) private readonly starter: EvalStarter) {}

  /** The declared output is that of a run which is waited for. */
  async run(input: RunEvalInput, context: Context): Promise<EvalRunView> {
    return (await this.#outcome(input, context)) as EvalRunView;
  }

  async #outcome(input: RunEvalInput, context: Context): Promise<RunOutcome> {
    const { source, yes = false, listAgents = false, wait = true, ...request } = input;
    if (listAgents) return context.invoke(listEvalAgents, {});
    const planned = await this.starter.plan(evalSource(context.cwd, source), request, context);
    context.progress.note(planText(planned.plan));
    if (!yes) await confirm(planned, context);
    const started = await this.starter.start(planned, context);
    if (!wait) return [startedOf(started, planned)];
    const { evalRunId } = started;
    context.progress.note(`Started ${evalRunId}.`);
    return followEval(evalRunId, context);
  }
}

/** On a terminal only: scripts have `--max-credits`. */
async function confirm({ plan }: PlannedRun, { ask }: Context): Promise<void> {
  if (!ask.interactive) return;
  const price = plan.credits === 0 ? 'It costs nothing' : `It may cost ${plan.credits} credits`;
  const agreed = await ask.confirm({
    message: `Start the evaluation? ${price}.`,
    flag: '--yes',
    initial: true,
  });
  if (!agreed) throw cancelled({ what: 'The evaluation' });
}

const startedOf = (
  { evalRunId, config: { agent, model }, scenariosCount }: EvalRunView,
  { plan }: PlannedRun,
): StartedEval => ({
  evalRunId,
  agent,
  model,
  scenariosCount,
  estimatedCredits: plan.credits,
});
