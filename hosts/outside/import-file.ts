import { pathToFileURL } from 'node:url';

/** Imports a file from outside the bundle. A chunk of its own: whatever has to import while it runs cannot be compiled by the build. */
export function importFile(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}
