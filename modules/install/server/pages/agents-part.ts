import { inject, injectable } from 'tsyringe';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/index.js';
import { view, type View } from '../../../web/contract/index.js';
import { KnownAgents, lackingIn } from './agent-fit.js';
import { installCommand, isInstallable } from './install-command.js';

const template = new URL('agents-part.njk', import.meta.url);

/** How to get the plugin into each agent that the server knows, and what that agent has no place for. */
@injectable()
export class AgentsPart implements PluginPart {
  constructor(@inject(KnownAgents) private readonly agents: KnownAgents) {}

  show(plugin: ShownPlugin): Promise<View | undefined> {
    if (!isInstallable(plugin)) return Promise.resolve(undefined);
    const command = installCommand(plugin);
    const agents = this.agents.all.map(({ id, facts }) => ({
      name: facts.display,
      command: `${command} --agent ${id}`,
      lacking: lackingIn(facts, plugin).join(', '),
      needs: facts.project.needs ?? '',
    }));
    return Promise.resolve(view(template, { agents, global: `${command} --global` }));
  }
}
