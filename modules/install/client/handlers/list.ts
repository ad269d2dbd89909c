import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ListInput } from '../../contract/inputs.js';
import type { ListedPlugin, PluginList } from '../../contract/results.js';
import {
  effectiveMode,
  installedNames,
  readProjectState,
  type ProjectState,
} from '../project/project-state.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { selected } from '../wiring/skill-names.js';
import { finishInterrupted } from './interrupted.js';
import { chosenScope } from './scopes.js';

/** Reads only svc.json, the lock and the names of folders, to stay fast. */
@injectable()
export class ListHandler implements Handler<ListInput, PluginList> {
  constructor(@inject(projectToolsKey) private readonly tools: Pick<ProjectTools, 'agents'>) {}

  async run(input: ListInput, context: Context): Promise<PluginList> {
    const scope = await chosenScope(context, { global: input.global, agents: this.tools.agents() });
    await finishInterrupted(scope, context);
    const project = scope.root;
    const state = readProjectState(scope);
    const present = await installedNames(project);
    const mode = await effectiveMode(scope, state.manifest);
    return {
      project,
      mode,
      agents: [...(state.manifest?.agents ?? [])],
      plugins: listed(state, present),
    };
  }
}

function listed({ manifest, lock }: ProjectState, present: ReadonlySet<string>): ListedPlugin[] {
  return [...(manifest?.dependencies ?? [])].map(([name, dependency]) => {
    const locked = lock.plugins.get(name);
    return {
      name,
      wanted: dependency.version ?? String(dependency.source),
      version: locked?.version ?? null,
      source: dependency.source ?? 'registry',
      installed: present.has(name),
      skills: selected(locked?.skills ?? [], dependency.skills).map((skill) => skill.name),
      rules: (locked?.rules ?? []).map((rule) => rule.name),
    };
  });
}
