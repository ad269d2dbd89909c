import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectMissing } from '../../contract/errors.js';
import type { InstallInput, InstallPackageInput } from '../../contract/inputs.js';
import type { ProjectChange } from '../../contract/results.js';
import { assertAvailable } from '../agents/choose-agents.js';
import { effectiveMode } from '../engine/project-state.js';
import { skillsOf, wishesOf, type SkillChoice, type WishPlan } from '../engine/wishes.js';
import { readProjectManifest } from '../project/project-manifest.js';
import { findProject } from '../project/project-root.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { parseSource } from '../sources/plugin-source.js';
import { refuseLater } from './not-yet.js';

/** `svc install`. */
@injectable()
export class InstallHandler implements Handler<InstallInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: InstallInput, context: Context): Promise<ProjectChange> {
    refuseLater(input);
    const agents = input.agent ?? [];
    assertAvailable(agents);
    const sources = (input.source ?? []).map((source) => parseSource(source, context.cwd));
    const root = await projectFor(context.cwd, sources.length > 0);
    const { installer, registry } = await this.tools.installer(context);
    const manifest = await readProjectManifest(root);
    const plan: WishPlan = { root, manifest, registry, fetcher: installer.fetcher, skills: skillChoice(input), ask: context.ask };
    const wishes = await wishesOf(sources, plan);
    const change = await installer.run({ root, wishes, agents, sync: true }, context);
    if (input.verbose === true) for (const path of change.written) context.progress.note(path);
    return change;
  }
}

/** The tool `install`: asks nothing, and lists the skills of a plugin with several instead of choosing. */
@injectable()
export class InstallPackageHandler implements Handler<InstallPackageInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run({ packageName, projectDir, skills }: InstallPackageInput, context: Context): Promise<ProjectChange> {
    const cwd = resolve(context.cwd, projectDir ?? '.');
    const sources = packageName === undefined ? [] : [parseSource(packageName, cwd)];
    const root = await projectFor(cwd, sources.length > 0);
    const { installer, registry } = await this.tools.installer(context);
    const manifest = await readProjectManifest(root);
    const plan: WishPlan = { root, manifest, registry, fetcher: installer.fetcher, skills: skills ?? 'keep', ask: context.ask };
    const wishes = await wishesOf(sources, plan);
    const [wish] = wishes;
    if (wish !== undefined && skills === undefined && wish.dependency.skills === undefined) {
      const choices = await skillsOf(wish, plan);
      if (choices.length > 1)
        return onlyChoices({ root, mode: await effectiveMode(root, manifest), agents: [...(manifest?.agents ?? [])] }, choices);
    }
    return installer.run({ root, wishes, sync: true }, context);
  }
}

/** The project to install into; a new one, here, only when there is something to install. */
async function projectFor(cwd: string, create: boolean): Promise<string> {
  const root = await findProject(cwd);
  if (root !== undefined) return root;
  if (!create) throw projectMissing({ folder: cwd });
  return cwd;
}

function skillChoice({ skill, yes }: InstallInput): SkillChoice {
  if (skill === undefined) return yes === true ? 'all' : 'keep';
  const named = skill.filter((name) => name !== '');
  if (named.length > 0) return named;
  return yes === true ? 'all' : 'ask';
}

function onlyChoices(project: { root: string; mode: ProjectChange['mode']; agents: string[] }, choices: readonly string[]): ProjectChange {
  const nextSteps = ['Nothing was installed: the plugin has several skills. Call again with the ones you want in `skills`.'];
  return {
    project: project.root,
    mode: project.mode,
    agents: project.agents,
    plugins: [],
    withdrawn: [],
    written: [],
    nextSteps,
    choices: [...choices],
  };
}
