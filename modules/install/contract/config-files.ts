import { serviceKey, type Context } from 'svc-registry/kernel';

/** Where entries with names stand in a JSON file of agents, which people write too. */
export interface EntryFile {
  readonly scope: 'project' | 'user';
  /** Relative to the project, or to the user's home. */
  readonly file: string;
  /** Keys of the object that holds the entries, from the outermost inwards. */
  readonly key: readonly string[];
}

export type FileContext = Pick<Context, 'cwd' | 'env' | 'signal' | 'progress'>;

/** The entries of such a file. The values are as they are written: of any type, and not to be trusted. */
export interface FileEntries {
  /** Absolute; the file may be missing. */
  readonly path: string;
  readonly entries: ReadonlyMap<string, unknown>;
}

/**
 * Files of agents that keep every byte besides the changed entry: comments, order, indentation (ADR 22). A change is made while no other command
 * writes to the scope. All throw `project_file_invalid` with the line for a broken file, and nothing is written then. Client only.
 */
export interface ConfigFiles {
  /** The folder of the scope: the nearest one with a `svc.json`, else that of the repository, else the current one; for `user` the home folder. */
  root(scope: EntryFile['scope'], context: FileContext): Promise<string>;
  read(location: EntryFile, context: FileContext): Promise<FileEntries>;
  /** Adds or replaces an entry; answers the file's path, and whether there was one of the name. */
  set(
    location: EntryFile,
    entry: { readonly name: string; readonly value: Readonly<Record<string, unknown>> },
    context: FileContext,
  ): Promise<{ readonly path: string; readonly replaced: boolean }>;
  /** Removes an entry; `removed` is false when there is none. */
  remove(
    location: EntryFile,
    name: string,
    context: FileContext,
  ): Promise<{ readonly path: string; readonly removed: boolean }>;
}

/** Entries in the files of agents, for client code of modules that require `install`. */
export const configFilesKey = serviceKey<ConfigFiles>('install.configFiles');
