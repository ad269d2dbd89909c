import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** Whether a folder is another one or below it, after following links. */
export async function isWithin(folder: string, outer: string): Promise<boolean> {
  const inner = relative(await real(outer), await real(folder));
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
