import { join } from 'node:path';
import { readPlainFile, type Context } from 'svc-registry/kernel';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
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
export async function workspaceOf(
  { workspace, projectName }: WorkspaceHints,
  context: Context,
): Promise<string> {
  const { env, cwd } = context;
  const given = workspace ?? (env.SVC_WORKSPACE === '' ? undefined : env.SVC_WORKSPACE);
  const known = given ?? parseLinkedName(projectName)?.workspace ?? pluginWorkspace(cwd);
  return known ?? askForWorkspace('Workspace of the project', context);
}

/** Of a manifest that is missing or broken nothing is taken; what is wrong with it, publishing says. */
function pluginWorkspace(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readPlainFile(join(folder, '.svc-plugin', 'plugin.json'))) as {
      name?: unknown;
    };
    return typeof name === 'string' && name.includes('/') ? name.split('/', 1)[0] : undefined;
  } catch {
    return undefined;
  }
}
