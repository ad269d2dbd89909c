import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { entryHash } from '../../session/entry-hash.js';

/** What pi runs from the folder in which it is started, without asking. */
const RUN = ['settings.json', 'extensions/**'];
const MAX_FILES = 200;
const MAX_BYTES = 2_000_000;

/** Another one each time: an agreement to what was not read holds for nothing else. */
const unknown = (): string => `unknown: ${randomUUID()}`;

/**
 * Hash of all files of a project's `.pi`; `undefined` when pi runs nothing from there, and a hash that nobody can have agreed to when there is
 * too much to read.
 */
export async function piFolderHash(cwd: string): Promise<string | undefined> {
  const folder = join(cwd, '.pi');
  const options = { cwd: folder, dot: true, followSymbolicLinks: true, expandDirectories: false };
  if ((await glob(RUN, options)).length === 0) return undefined;
  const files = (await glob('**', options)).sort();
  if (files.length > MAX_FILES) return unknown();
  const contents: [string, string][] = [];
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(join(folder, file), 'base64');
    bytes += content.length;
    if (bytes > MAX_BYTES) return unknown();
    contents.push([file, content]);
  }
  return entryHash(contents);
}
