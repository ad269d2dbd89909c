import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Hashes of all files below a folder by their paths; links to files count as the files that they lead to, links to folders not. */
export function hashesOf(folder) {
  return new Map(pathsOf(folder).map((path) => [path, sha256(readFileSync(join(folder, path)))]));
}

/** Paths of all files below a folder, in order. */
export function pathsOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => isFile(entry))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== '.git' && !path.startsWith('.git/'))
    .sort();
}

function isFile(entry) {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return statSync(join(entry.parentPath, entry.name)).isFile();
  } catch {
    return false; // it leads nowhere
  }
}

/** `undefined` where there is nothing. */
export function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A JSON document that others wrote; `undefined` when it is missing or is none. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
