import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { ListInput } from '../../contract/inputs.js';
import type { ListedPlugin, PluginList } from '../../contract/results.js';
import { effectiveMode, installedNames, readProjectState, type ProjectState } from '../engine/project-state.js';
import { requireProject } from '../project/project-root.js';
import { selected } from '../wiring/skill-names.js';
import { finishInterrupted } from './interrupted.js';
import { refuseLater } from './not-yet.js';

/** Reads svc.json, the lock and the names of folders; nothing else. */
@injectable()
export class ListHandler implements Handler<ListInput, PluginList> {
  async run(input: ListInput, context: Context): Promise<PluginList> {
    refuseLater(input);
    const project = await requireProject(context.cwd);
    await finishInterrupted(project, context);
    const [state, present] = await Promise.all([readProjectState(project), installedNames(project)]);
    const mode = await effectiveMode(project, state.manifest);
    return { project, mode, agents: [...(state.manifest?.agents ?? [])], plugins: listed(state, present) };
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
