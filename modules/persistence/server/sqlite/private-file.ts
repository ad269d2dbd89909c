import { chmod, open, realpath, stat } from 'node:fs/promises';

const PRIVATE = 0o600;
const OTHERS = 0o077;

/** Cannot be decided here: SQLite says why when it opens the file, and a file that somebody else owns keeps the mode that its owner wants. */
const leftAlone: readonly unknown[] = [
  'ENOENT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  'ENOTSUP',
  'ENOSPC',
  'EDQUOT',
  'ELOOP',
];

async function quietly(action: Promise<unknown>, also: readonly string[] = []): Promise<void> {
  await action.catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (![...leftAlone, ...also].includes(code)) throw error;
  });
}

async function takeFromOthers(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & OTHERS) !== 0) await chmod(file, PRIVATE);
}

/**
 * Makes a database file, and what SQLite keeps beside it, readable for its owner only, whatever its folder and the umask. SQLite gives new logs
 * the mode of their database. A file that is there is not opened: closing it would release the locks that this process has on it.
 */
export async function keepPrivate(file: string): Promise<void> {
  await quietly(
    open(file, 'wx', PRIVATE).then((handle) => handle.close()),
    ['EEXIST'],
  );
  const real = await realpath(file).catch(() => file);
  for (const ending of ['', '-wal', '-shm', '-journal'])
    await quietly(takeFromOthers(real + ending));
}
