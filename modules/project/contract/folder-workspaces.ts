import { serviceKey, type Context } from 'svc-registry/kernel';

/** What determines the workspace of a folder. */
export interface WorkspaceRequest {
  /** Absolute path. */
  readonly folder: string;
  /** The value of the flag or parameter; it comes first. */
  readonly named?: string | undefined;
  /** What the person is asked when nothing names a workspace, such as `Workspace of the project`. */
  readonly question: string;
  /** What answers the question in advance; default `--workspace`. */
  readonly flag?: string;
  /** False if the plugin in the folder must not decide, because somebody else wrote it; default true. */
  readonly byManifest?: boolean;
  /** The caller's only workspace is taken without asking; default false. */
  readonly takeOnly?: boolean;
}

/** Which workspace the work in a folder belongs to. Client only. */
export interface FolderWorkspaces {
  /**
   * Name or id of the workspace: as the request names it, else `SVC_WORKSPACE`, the link in the nearest `svc.json`, or the plugin in the folder
   * (registry-service.md, "Setup"). Otherwise the person is asked; without a terminal it throws a usage error that names the flag. Throws
   * `project_file_invalid` for a broken `svc.json`.
   */
  of(request: WorkspaceRequest, context: Context): Promise<string>;
}

/** The workspace of a folder, for client code of modules that require `project`. */
export const folderWorkspacesKey = serviceKey<FolderWorkspaces>('project.folderWorkspaces');
