import { chmod, open, realpath, stat } from 'node:fs/promises';

const PRIVATE = 0o600;
const OTHERS = 0o077;

async function takeFromOthers(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & OTHERS) !== 0) await chmod(file, PRIVATE);
}

/**
 * Makes a database file and the files that SQLite puts beside it readable by their owner only, regardless of folder and
 * umask. SQLite gives new logs the mode of their database. An existing file is not opened, because closing it would
 * release this process's locks on it. Errors are ignored: SQLite reports why it cannot open a file, and a file of
 * another owner keeps its mode.
 */
export async function keepPrivate(file: string): Promise<void> {
  const created = await open(file, 'wx', PRIVATE).catch(() => undefined);
  await created?.close();
  const real = await realpath(file).catch(() => file);
  for (const ending of ['', '-wal', '-shm', '-journal'])
    await takeFromOthers(real + ending).catch(() => undefined);
}
