import { posix } from 'node:path';
import { runInside, lastLine, type Ended } from '../../../../sandbox/contract/run-inside.js';
import { sandboxFileFailed, type Sandbox } from '../../../../sandbox/contract/index.js';
import { CellFailed } from '../solution.js';

const SECONDS = 120;

const UNPACK = 'mkdir -p -- "$2" && tar -xzmf "$1" -C "$2" --strip-components=1 && rm -- "$1"';

/** Unpacks a `.tgz`, whose files are in one folder, into a folder of the sandbox. Throws `CellFailed` when they do not fit. */
export async function putFiles(
  sandbox: Sandbox,
  archive: Uint8Array,
  folder: string,
): Promise<void> {
  const file = posix.join(sandbox.folder, 'files.tgz');
  await writeInside(sandbox, file, archive);
  const args = ['-c', UNPACK, 'sh', file, folder];
  requireSuccess(
    await runInside(sandbox, { program: 'sh', args, seconds: SECONDS }),
    'The files of the scenario',
  );
}

/** Throws `CellFailed` when there is no room for the file. */
export async function writeInside(
  sandbox: Sandbox,
  path: string,
  content: Uint8Array | string,
): Promise<void> {
  try {
    await sandbox.write(path, content);
  } catch (error) {
    if (sandboxFileFailed.is(error)) throw new CellFailed('setup', error.message);
    throw error;
  }
}

/** Throws `CellFailed` for a command of ours that has failed; `what` begins the sentence. */
export function requireSuccess(ended: Ended, what: string): void {
  if (ended.code === 0) return;
  const why = ended.limit === undefined ? lastLine(ended.stderr) : `the limit of ${ended.limit}`;
  throw new CellFailed('setup', `${what} cannot be prepared: ${why || 'it was ended'}`);
}
