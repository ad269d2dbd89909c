import { extensionsKey, type Extensions, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { launchAgentsPoint } from '../../../launch/contract/launch-agents.js';
import { modelsKey, type Models } from '../../../models/contract/index.js';
import { chosenAgents } from '../../agents/chosen-agents.js';
import { agents, defaults } from '../../agents/table.js';
import type { ListAgentsInput } from '../../contract/run-inputs.js';
import type { EvalAgentsView } from '../../contract/run-view.js';

/** The agents that people use, as far as this server can run them. */
@injectable()
export class ListAgentsHandler implements Handler<ListAgentsInput, EvalAgentsView> {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(modelsKey) private readonly models: Models,
  ) {}

  async run(): Promise<EvalAgentsView> {
    const launchable = new Map(
      this.extensions.of(launchAgentsPoint).map(({ id, data }) => [id, data.display]),
    );
    const chosen = chosenAgents({}, await this.models.configured());
    return {
      agents: agents.flatMap(({ agent, models, defaultModel }) => {
        const display = launchable.get(agent);
        if (display === undefined) return [];
        const isDefault = agent === defaults.solver;
        return [{ agent, display, models: [...models], isDefault, defaultModel }];
      }),
      defaultScorerAgent: chosen.scorerAgent,
      defaultScorerModel: chosen.scorerModel,
    };
  }
}
