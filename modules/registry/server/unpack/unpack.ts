import { isSvcError, type ErrorFields } from 'svc-registry/kernel';
import { openArchive, type OpenedArchive } from '../../format/archive/read-archive.js';

export interface UnpackTask {
  readonly archive: Uint8Array;
  /** Whether the plugin in it is about to be published. */
  readonly strict: boolean;
}

/** As passed between threads, which cannot transfer class instances. */
export type UnpackAnswer = { readonly opened: OpenedArchive } | { readonly error: ErrorFields };

export async function unpack({ archive, strict }: UnpackTask): Promise<UnpackAnswer> {
  try {
    return { opened: await openArchive(archive, { strict }) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const { code, status, exit, title, message, hint, issues, details } = error;
    return { error: { code, status, exit, title, message, hint, issues, details } };
  }
}
