import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { readPlainFile } from '../../../toolbox/plain-file.js';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
import { isName } from '../../identity/contract/name-rules.js';
import { namedWorkspace } from '../../identity/contract/named-workspace.js';
import { parseLinkedName, type ProjectFiles } from '../../install/contract/project-files.js';
import type { WorkspaceRequest } from '../contract/folder-workspaces.js';

export const WORKSPACE_QUESTION = 'Workspace of the project';

/** See `FolderWorkspaces`. `svc.json` is not read when the workspace is named. */
export async function workspaceAround(
  request: WorkspaceRequest,
  files: Pick<ProjectFiles, 'around'>,
  context: Context,
): Promise<string> {
  const named = namedWorkspace(request.named, context);
  return named ?? workspaceOf(request, (await files.around(request.folder))?.name, context);
}

/** The same where the project's name in `svc.json` is known. */
export async function workspaceOf(
  { folder, named, question: message, flag, takeOnly, byManifest = true }: WorkspaceRequest,
  projectName: string | undefined,
  context: Context,
): Promise<string> {
  return (
    namedWorkspace(named, context) ??
    parseLinkedName(projectName)?.workspace ??
    (byManifest ? pluginWorkspace(folder) : undefined) ??
    askForWorkspace({ message, flag, takeOnly }, context)
  );
}

/** A missing or broken manifest is ignored here; publishing reports its errors. */
function pluginWorkspace(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readPlainFile(join(folder, '.svc-plugin', 'plugin.json'))) as {
      name?: unknown;
    };
    const workspace = typeof name === 'string' ? /^([^/]+)\//.exec(name)?.[1] : undefined;
    return workspace !== undefined && isName(workspace) ? workspace : undefined;
  } catch {
    return undefined;
  }
}
