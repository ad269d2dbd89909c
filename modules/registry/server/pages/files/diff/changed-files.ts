import { by } from '../../../../../../toolbox/by.js';
import type { StoredFile } from '../version-files.js';

/** A file that is not the same in two versions: one of them may not have it. */
export interface ChangedFile {
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

/** In the order of their paths. */
export function changedFiles(
  before: readonly StoredFile[],
  after: readonly StoredFile[],
): readonly ChangedFile[] {
  const [old, present] = [byPath(before), byPath(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((path) => ({ path, before: old.get(path), after: present.get(path) }))
    .filter(differs)
    .sort(by(({ path }) => path));
}

const byPath = (files: readonly StoredFile[]) => new Map(files.map((file) => [file.path, file]));

const differs = ({ before, after }: ChangedFile): boolean =>
  before?.sha256 !== after?.sha256 || before?.executable !== after?.executable;

export type ChangeKind = 'added' | 'removed' | 'changed';

export function kindOf({ before, after }: ChangedFile): ChangeKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
