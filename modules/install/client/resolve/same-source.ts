import { dependencySource, fileSource, type DirectSource } from './source.js';
import { isSameRepository } from './same-repository.js';

/** A source as svc.json has it. */
export function textOf(source: DirectSource, root: string): string {
  return source.kind === 'file' ? fileSource(root, source.folder) : source.text;
}

/** Whether a source of svc.json is of the same repository, whatever its address, branch or folder, or is the same folder. */
export function isSameOrigin(
  current: string | undefined,
  source: DirectSource,
  root: string,
): boolean {
  if (current === undefined) return false;
  const known = dependencySource(current, root);
  if (known.kind === 'git' && source.kind === 'git') return isSameRepository(known, source);
  if (known.kind === 'npm' && source.kind === 'npm') return known.package === source.package;
  if (known.kind === 'file' && source.kind === 'file') return known.folder === source.folder;
  return textOf(known, root) === textOf(source, root);
}

/** Whether a source of svc.json means the same folder, at whatever branch. */
export function isSameSource(
  current: string | undefined,
  source: DirectSource,
  root: string,
): boolean {
  if (current === undefined || !isSameOrigin(current, source, root)) return false;
  const known = dependencySource(current, root);
  if (known.kind !== 'git' || source.kind !== 'git' || known.text === source.text) return true;
  // where a branch ends in the address of a page is not known here
  return known.trail === undefined && source.trail === undefined && known.path === source.path;
}
