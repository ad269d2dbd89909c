import type { WiringJob } from './wiring-job.js';
import { hashOfText } from './written-text.js';

/** A file that is wholly svc's. */
export interface WholeFile {
  readonly path: string;
  readonly text: string;
  readonly mode?: number;
  /** Nobody else writes a file of this name: it is svc's without a record, too. */
  readonly reserved?: boolean;
}

/**
 * Writes the file, unless a person wrote or changed the one that is there. `record` is the lock's. Returns the new record; `undefined` if the
 * file is not svc's.
 */
export async function writeWholeFile(
  { changes, warn }: Pick<WiringJob, 'changes' | 'warn'>,
  { path, text, mode, reserved = false }: WholeFile,
  record: string | undefined,
): Promise<string | undefined> {
  const now = await changes.read(path);
  const wanted = hashOfText(text);
  if (now !== undefined && hashOfText(now) === wanted)
    return reserved || record !== undefined ? wanted : undefined;
  if (now !== undefined && hashOfText(now) !== record) {
    warn(`${path} was written or changed by hand; it is left as it is.`);
    return record;
  }
  await changes.write(path, text, mode);
  return wanted;
}

/** Removes the file, unless a person changed it. */
export async function removeWholeFile(
  { changes, warn }: Pick<WiringJob, 'changes' | 'warn'>,
  path: string,
  record: string,
): Promise<void> {
  const now = await changes.read(path);
  if (now === undefined) return;
  if (hashOfText(now) === record) changes.remove(path);
  else warn(`${path} was changed by hand; it is left as it is.`);
}
