import { pathToFileURL } from 'node:url';

/** Imports a file from outside the bundle. It is a chunk of its own, because the build cannot precompile code with a runtime import. */
export function importFile(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}
