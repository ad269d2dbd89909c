import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { skillUnknown } from '../../contract/errors.js';
import type { UninstallInput, UninstallPackageInput } from '../../contract/inputs.js';
import type { ProjectChange } from '../../contract/results.js';
import type { Request } from '../installer.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import {
  assertTakesSkills,
  installedNames,
  meantBy,
  type InstalledMatch,
} from './installed-match.js';
import { chosenScope } from './scopes.js';

/** `svc uninstall`. */
@injectable()
export class UninstallHandler implements Handler<UninstallInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(
    { plugin, skill = [], global, all }: UninstallInput,
    context: Context,
  ): Promise<ProjectChange> {
    if (all === true && (plugin !== undefined || skill.length > 0)) {
      throw usageError({
        what: '--all removes every plugin, so none can be named with it.',
        hint: 'Give either --all or a plugin.',
      });
    }
    if (all !== true && plugin === undefined)
      throw usageError({
        what: 'Name a plugin, or give --all.',
        hint: '`svc list` shows what is installed.',
      });
    return uninstall(this.tools, { plugin, skills: skill, global }, context);
  }
}

/** The tool `uninstall`. */
@injectable()
export class UninstallPackageHandler implements Handler<UninstallPackageInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  run(
    { packageName, skills = [] }: UninstallPackageInput,
    context: Context,
  ): Promise<ProjectChange> {
    return uninstall(this.tools, { plugin: packageName, skills }, context);
  }
}

interface Removal {
  /** `undefined` means all plugins, and everything else that svc wrote. */
  readonly plugin: string | undefined;
  /** Empty means the whole plugin. */
  readonly skills: readonly string[];
  readonly global?: boolean | undefined;
}

async function uninstall(
  tools: ProjectTools,
  { plugin, skills, global }: Removal,
  context: Context,
): Promise<ProjectChange> {
  const scope = await chosenScope(context, { global, agents: tools.agents() });
  const state = readProjectState(scope);
  const request =
    plugin === undefined
      ? { removed: installedNames(state), uninstallAll: true }
      : changeOf(meantBy(plugin, { scope, state, context }), skills, state);
  return (await tools.installer(context, scope)).run(request);
}

function changeOf(
  match: InstalledMatch,
  skills: readonly string[],
  state: ProjectState,
): Pick<Request, 'removed' | 'requested'> {
  assertTakesSkills(match, skills);
  const { plugins, skill } = match;
  const [name = '', ...others] = plugins;
  if (others.length > 0) return { removed: plugins };
  return changeFor(name, skill === undefined ? skills : [skill], state);
}

/** Without its last skill a plugin is removed altogether. */
function changeFor(
  name: string,
  skills: readonly string[],
  { manifest, lock }: ProjectState,
): Pick<Request, 'removed' | 'requested'> {
  const dependency = manifest?.dependencies.get(name);
  const locked = lock.plugins.get(name);
  if (skills.length === 0 || dependency === undefined) return { removed: [name] };
  const kept = skillsWithout(
    name,
    skills,
    dependency.skills ?? locked?.skills.map((skill) => skill.name) ?? [],
  );
  if (kept.length === 0) return { removed: [name] };
  return { requested: [{ name, dependency: { ...dependency, skills: kept } }] };
}

function skillsWithout(
  plugin: string,
  removed: readonly string[],
  known: readonly string[],
): readonly string[] {
  const [unknown] = removed.filter((skill) => !known.includes(skill));
  if (unknown !== undefined) throw skillUnknown({ plugin, skill: unknown, known });
  return known.filter((skill) => !removed.includes(skill));
}
