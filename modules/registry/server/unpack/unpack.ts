import { isSvcError, type ErrorFields } from 'svc-registry/kernel';
import type { PluginContents } from '../../contract/plugin-format.js';
import { openArchive } from '../../format/archive/read-archive.js';

export interface UnpackTask {
  readonly archive: Uint8Array;
  /** Whether the plugin in it is about to be published. */
  readonly strict: boolean;
}

/** A valid plugin in memory. */
export interface OpenedArchive {
  readonly contents: PluginContents;
  /** SHA-256 of the tar inside, in hexadecimal, which identifies a version's content. */
  readonly fingerprint: string;
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
