import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { projectMissing, scopesCollide } from '../../contract/errors.js';
import type { Agents } from '../agents/agents.js';
import { MANIFEST_FILE } from '../project/paths.js';
import { findProject, requireProject } from '../project/project-root.js';
import { projectScope, type Scope } from '../project/scope.js';
import { userScope } from '../project/user-scope.js';
import { tellNewProject, tellProject } from './told-project.js';

type Surroundings = Pick<Context, 'cwd' | 'env' | 'progress'>;

interface Choice {
  readonly global?: boolean | undefined;
  readonly agents: Agents;
}

/** The project around the current folder, or the user's scope. Throws `project_missing`. */
export async function chosenScope(context: Surroundings, { global, agents }: Choice): Promise<Scope> {
  if (global === true) return userScope(context.env, agents.homeVariables);
  const project = await requireProject(context.cwd);
  await tellProject(project, context);
  return project;
}

/** The project to install into; a new one, here, only when there is something to install. */
export async function scopeToInstall(context: Surroundings, choice: Choice & { create: boolean }): Promise<Scope> {
  const { cwd, env } = context;
  const { global, create, agents } = choice;
  if (global === true) return freeUserScope(await userScope(env, agents.homeVariables));
  const project = await findProject(cwd);
  if (project !== undefined) await tellProject(project, context);
  if (project !== undefined) return project;
  if (!create) throw projectMissing({ folder: cwd });
  const scope = await newProject(cwd);
  await tellNewProject(context);
  return scope;
}

/** A project in the home folder would have its plugins where those of the user are: only one of the two can be there. */
export async function newProject(folder: string): Promise<Scope> {
  if (await exists(join(folder, '.svc', MANIFEST_FILE))) throw scopesCollide({ folder, there: 'user' });
  return projectScope(folder);
}

async function freeUserScope(scope: Scope): Promise<Scope> {
  if (await exists(join(scope.root, MANIFEST_FILE))) throw scopesCollide({ folder: scope.root, there: 'project' });
  return scope;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
