import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The root of the repository that a folder is in; of a linked worktree that of the main one, too. */
export async function repositoryRoots(folder: string): Promise<readonly string[]> {
  const git = join(folder, '.git');
  const info = await stat(git).catch(() => undefined);
  if (info === undefined) return dirname(folder) === folder ? [] : repositoryRoots(dirname(folder));
  if (!info.isFile()) return [folder];
  const [, worktree] =
    /^gitdir:[ \t]*(.+?)[/\\]\.git[/\\]worktrees[/\\]/.exec(await readFile(git, 'utf8')) ?? [];
  return worktree === undefined ? [folder] : [folder, resolve(folder, worktree)];
}
