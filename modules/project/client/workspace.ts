import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { readPlainFile } from '../../../toolbox/plain-file.js';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
import { parseLinkedName } from '../../install/contract/project-files.js';

/** What determines the workspace of a folder's project. */
export interface WorkspaceHints {
  /** The value of the flag. */
  readonly workspace?: string | undefined;
  /** The project's name in `svc.json`. */
  readonly projectName?: string | undefined;
}

/**
 * The workspace of a folder's project, from the flag, `SVC_WORKSPACE`, the link in `svc.json`, or the folder's plugin;
 * otherwise the user is asked (registry-service.md, "Setup").
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

/** A missing or broken manifest is ignored here; publishing reports its errors. */
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
