import { existsSync, readFileSync } from 'node:fs';

/** The lines of a file; none when it is not there. */
export function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}
