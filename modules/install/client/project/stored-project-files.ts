import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ProjectBlock, ProjectFile } from '../../contract/project-files.js';
import { withProject, type SessionPlan } from '../apply/project-session.js';
import { newProject } from '../handlers/scopes.js';
import { ProjectManifest, readProjectManifest } from './project-manifest.js';
import { findProject } from './project-root.js';
import { projectScope, type Scope } from './scope.js';

export async function projectFileIn(folder: string): Promise<ProjectFile | undefined> {
  return readIn(projectScope(await realpath(resolve(folder))));
}

export async function projectFileAround(folder: string): Promise<ProjectFile | undefined> {
  const scope = await findProject(folder);
  return scope && readIn(scope);
}

export async function projectBlockAround(
  folder: string,
  name: string,
): Promise<ProjectBlock | undefined> {
  const scope = await findProject(folder);
  if (scope === undefined) return undefined;
  const manifest = readProjectManifest(scope);
  const block = manifest?.block(name);
  return manifest && block && { ...block, file: fileOf(scope, manifest) };
}

export async function nameProject(
  folder: string,
  name: string,
  plan: Omit<SessionPlan, 'scope'>,
): Promise<ProjectFile> {
  const scope = newProject(await realpath(resolve(folder)));
  return withProject({ ...plan, scope }, async (session) => {
    const { state, changes } = session;
    const manifest = (state.manifest ?? ProjectManifest.create(scope, name)).with('name', name);
    await changes.write(scope.manifestFile, manifest.text);
    await session.commit();
    return fileOf(scope, manifest);
  });
}

function readIn(scope: Scope): ProjectFile | undefined {
  const manifest = readProjectManifest(scope);
  return manifest && fileOf(scope, manifest);
}

function fileOf({ root, manifestFile }: Scope, { name }: ProjectManifest): ProjectFile {
  return { root, path: join(root, manifestFile), name };
}
