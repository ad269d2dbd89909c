import { serviceKey, type Context, type ErrorIssue } from 'svc-registry/kernel';

/** A `svc.json` and what it calls its project. */
export interface ProjectFile {
  /** Absolute folder of the project. */
  readonly root: string;
  /** Absolute path of its `svc.json`. */
  readonly path: string;
  /** `<workspace>/<project>` when it is linked; `undefined` when it gives no name. */
  readonly name: string | undefined;
}

/** A block of a `svc.json` that belongs to another module than `install`, such as `verify`. */
export interface ProjectBlock {
  readonly file: ProjectFile;
  /** As it is written: of any type, and not to be trusted. */
  readonly value: unknown;
  /**
   * A problem of the value at a path below the block, for an error of the block's owner: with file, line, column and field. What is missing has
   * the position of the value around it.
   */
  issue(path: readonly (string | number)[], message: string): ErrorIssue;
}

/** What a project may be called. */
export const PROJECT_NAME = /^[A-Za-z0-9_-]{1,199}$/;

/** A project that the server knows: `svc.json` names it `<workspace>/<name>`. */
export interface LinkedName {
  readonly workspace: string;
  readonly name: string;
}

const LINKED = /^([a-z0-9-]{1,100})\/([A-Za-z0-9_-]{1,199})$/;

/** The parts of a linked project's name; `undefined` for the name of a project that is not linked. */
export function parseLinkedName(fullName: string | undefined): LinkedName | undefined {
  const [, workspace, name] = LINKED.exec(fullName ?? '') ?? [];
  return workspace === undefined || name === undefined ? undefined : { workspace, name };
}

/** What other modules may do with the `svc.json` of projects. Client only. Throws `project_file_invalid` for a broken one. */
export interface ProjectFiles {
  /** The one in this very folder. */
  in(folder: string): Promise<ProjectFile | undefined>;
  /** The nearest one, from the folder upwards to the root of the repository. */
  around(folder: string): Promise<ProjectFile | undefined>;
  /** A top-level key of the nearest `svc.json` that belongs to another module; `undefined` if it is missing. Commands never change such a block. */
  block(folder: string, name: string): Promise<ProjectBlock | undefined>;
  /** Names the project of a folder; makes its `svc.json` where there is none. All else in it stays, byte for byte. */
  name(
    folder: string,
    name: string,
    context: Pick<Context, 'signal' | 'progress'>,
  ): Promise<ProjectFile>;
}

/** The `svc.json` of projects, for client code of modules that require `install`. */
export const projectFilesKey = serviceKey<ProjectFiles>('install.projectFiles');
