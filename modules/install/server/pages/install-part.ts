import { injectable, inject } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/index.js';
import { view, type View } from '../../../web/contract/index.js';
import { KnownAgents } from './agent-fit.js';
import { installCommand, isInstallable } from './install-command.js';
import { startedOnMachine } from './started-parts.js';

const template = new URL('install-part.njk', import.meta.url);

/** How to get the plugin, in one command, and what that would start. */
@injectable()
export class InstallPart implements PluginPart {
  constructor(@inject(KnownAgents) private readonly agents: KnownAgents) {}

  show(plugin: ShownPlugin): Promise<View | undefined> {
    const { hidden, declared } = plugin;
    return Promise.resolve(
      view(template, {
        hidden,
        command: isInstallable(plugin) ? installCommand(plugin) : '',
        starts: declared === undefined ? '' : this.#starts(declared),
      }),
    );
  }

  #starts(declared: NonNullable<ShownPlugin['declared']>): string {
    const parts = startedOnMachine(declared, this.agents.all);
    const hooks = parts.filter(({ kind }) => kind === 'hook').length;
    const counts = [
      [parts.length - hooks, 'tool server'],
      [hooks, 'hook'],
    ] as const;
    const some = counts.filter(([count]) => count > 0);
    return some.map(([count, noun]) => counted(count, noun)).join(' and ');
  }
}
