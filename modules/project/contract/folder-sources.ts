import { serviceKey, type Context } from 'svc-registry/kernel';
import type { ProjectSource } from './source.js';

/** Which repository a folder is a checkout of. Client only. */
export interface FolderSources {
  /**
   * The repository that the folder was cloned from, by its remote `origin` or its only one, and the folder's path in it. `undefined` outside a
   * repository, and for one whose remote names no host.
   */
  of(folder: string, context: Pick<Context, 'env' | 'signal'>): Promise<ProjectSource | undefined>;
}

/** The repository of a folder, for client code of modules that require `project`. */
export const folderSourcesKey = serviceKey<FolderSources>('project.folderSources');
