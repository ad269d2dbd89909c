import { realpath } from 'node:fs/promises';
import { isAtOrBelow } from '../project/paths.js';

/** Whether a folder is another one or below it, after following links. */
export async function isWithin(folder: string, outer: string): Promise<boolean> {
  return isAtOrBelow(await real(outer), await real(folder));
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
