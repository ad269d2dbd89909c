import { copyFileSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Renames. Across volumes a file or a link is first copied beside its destination, so that it still appears there complete or not at
 * all. Folders are only ever moved within the volume of `.svc`.
 */
export function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV' || lstatSync(from).isDirectory())
      throw error;
    const beside = join(dirname(to), `.${basename(to)}.svc-new`);
    rmSync(beside, { force: true });
    copy(from, beside);
    renameSync(beside, to);
    rmSync(from);
  }
}

/** Copies a file with its mode, or a link, to a free path. */
export function copy(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}
