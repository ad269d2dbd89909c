import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginNotInstalled, skillUnknown } from '../../contract/errors.js';
import type { UninstallInput } from '../../contract/inputs.js';
import type { ProjectChange } from '../../contract/results.js';
import type { Request } from '../engine/installer.js';
import { readProjectState, type ProjectState } from '../engine/project-state.js';
import { requireProject } from '../project/project-root.js';
import { fileSource } from '../sources/plugin-source.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { refuseLater } from './not-yet.js';

@injectable()
export class UninstallHandler implements Handler<UninstallInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: UninstallInput, context: Context): Promise<ProjectChange> {
    refuseLater(input);
    const root = await requireProject(context.cwd);
    const state = await readProjectState(root);
    const name = nameOf(input.plugin, { root, cwd: context.cwd, state });
    const { installer } = await this.tools.installer(context);
    return installer.run({ root, ...changeFor(name, input.skill ?? [], state) }, context);
  }
}

function nameOf(plugin: string, { root, cwd, state }: { root: string; cwd: string; state: ProjectState }): string {
  const dependencies = [...(state.manifest?.dependencies ?? [])];
  const source = plugin.startsWith('file:') ? fileSource(root, resolve(cwd, plugin.slice('file:'.length))) : undefined;
  const found = dependencies.find(([name, dependency]) => (source === undefined ? name === plugin : dependency.source === source));
  // an entry of the lock alone can be removed too
  const name = found?.[0] ?? (state.lock.plugins.has(plugin) ? plugin : undefined);
  if (name === undefined) throw pluginNotInstalled({ name: plugin });
  return name;
}

/** Without its last skill a plugin is removed altogether. */
function changeFor(name: string, skills: readonly string[], { manifest, lock }: ProjectState): Pick<Request, 'removed' | 'wishes'> {
  const dependency = manifest?.dependencies.get(name);
  const locked = lock.plugins.get(name);
  if (skills.length === 0 || dependency === undefined) return { removed: [name] };
  const kept = skillsWithout(name, skills, dependency.skills ?? locked?.skills.map((skill) => skill.name) ?? []);
  if (kept.length === 0) return { removed: [name] };
  const wish = { name, dependency: { ...dependency, skills: kept } };
  return { wishes: [locked?.source === 'registry' ? { ...wish, version: locked.version } : wish] };
}

function skillsWithout(plugin: string, removed: readonly string[], known: readonly string[]): readonly string[] {
  const [unknown] = removed.filter((skill) => !known.includes(skill));
  if (unknown !== undefined) throw skillUnknown({ plugin, skill: unknown, known });
  return known.filter((skill) => !removed.includes(skill));
}
