import { chmod, open, realpath, stat } from 'node:fs/promises';

const PRIVATE = 0o600;
const OTHERS = 0o077;

/** Errors that are ignored here: SQLite reports the cause when it opens the file, and a file of another owner keeps its mode. */
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
 * Makes a database file and the files that SQLite puts beside it readable by their owner only, regardless of folder and
 * umask. SQLite gives new logs the mode of their database. An existing file is not opened, because closing it would
 * release this process's locks on it.
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
