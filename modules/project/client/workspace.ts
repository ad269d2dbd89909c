import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { parseLinkedName } from '../contract/names.js';

/** What of a folder tells the workspace. */
export interface WorkspaceHints {
  /** As a flag gave it. */
  readonly workspace?: string | undefined;
  /** `svc.json`'s name of the project. */
  readonly projectName?: string | undefined;
}

/**
 * The workspace of a folder's project: as named, of `SVC_WORKSPACE`, of the link in `svc.json`, of the plugin that the folder holds; else it is
 * asked for (registry-service.md, "Setup").
 */
export async function workspaceOf({ workspace, projectName }: WorkspaceHints, { env, cwd, ask }: Context): Promise<string> {
  const given = workspace ?? (env.SVC_WORKSPACE === '' ? undefined : env.SVC_WORKSPACE);
  const known = given ?? parseLinkedName(projectName)?.workspace ?? (await pluginWorkspace(cwd));
  return known ?? ask.text({ message: 'Workspace', flag: '--workspace' });
}

/** Of a broken manifest nothing is taken; what is wrong with it, publishing says. */
async function pluginWorkspace(folder: string): Promise<string | undefined> {
  try {
    const { name } = JSON.parse(await readFile(join(folder, '.svc-plugin', 'plugin.json'), 'utf8')) as { name?: unknown };
    return typeof name === 'string' && name.includes('/') ? name.split('/', 1)[0] : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
