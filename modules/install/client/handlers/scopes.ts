import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { projectMissing, scopesCollide, userPluginsMissing } from '../../contract/errors.js';
import type { Agents } from '../agents/agents.js';
import { JOURNAL, MANIFEST_FILE } from '../project/paths.js';
import { findProject, requireProject } from '../project/project-root.js';
import { projectScope, type Scope } from '../project/scope.js';
import { userScope } from '../project/user-scope.js';
import { reportNewProject, reportProject } from './report-project.js';

type ScopeContext = Pick<Context, 'cwd' | 'env' | 'progress'>;

interface Choice {
  readonly global?: boolean | undefined;
  readonly agents: Agents;
}

/** The project around the current folder, or the user's scope. Throws `project_missing`. */
export async function chosenScope(
  context: ScopeContext,
  { global, agents }: Choice,
): Promise<Scope> {
  if (global === true) return userScope(context.env, agents.homeVariables);
  const project = await requireProject(context.cwd);
  await reportProject(project, context);
  return project;
}

/** The scope to install into. A new one is created only if there is something to install: a project here, or the user's scope. */
export async function scopeToInstall(
  context: ScopeContext,
  choice: Choice & { create: boolean },
): Promise<Scope> {
  const { cwd, env } = context;
  const { global, create, agents } = choice;
  if (global === true)
    return userScopeToInstall(await userScope(env, agents.homeVariables), create);
  const project = await findProject(cwd);
  if (project !== undefined) await reportProject(project, context);
  if (project !== undefined) return project;
  if (!create) throw projectMissing({ folder: cwd });
  const scope = newProject(cwd);
  await reportNewProject(context);
  return scope;
}

/** Refuses the home folder: a project there would share `.svc/plugins` with the user's scope. */
export function newProject(folder: string): Scope {
  if (existsSync(join(folder, '.svc', MANIFEST_FILE)))
    throw scopesCollide({ folder, there: 'user' });
  return projectScope(folder);
}

function userScopeToInstall(scope: Scope, create: boolean): Scope {
  const { root, manifestFile, workFolder } = scope;
  if (existsSync(join(root, MANIFEST_FILE)))
    throw scopesCollide({ folder: root, there: 'project' });
  const file = join(root, manifestFile);
  // an interrupted first install has no svc.json yet; this install completes it
  const isThere = create || existsSync(file) || existsSync(join(root, workFolder, JOURNAL));
  if (!isThere) throw userPluginsMissing({ file });
  return scope;
}
