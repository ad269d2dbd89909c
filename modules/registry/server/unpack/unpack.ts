import { isSvcError, type ErrorFields } from 'svc-registry/kernel';
import type { ArchiveContents } from '../../contract/contents.js';
import type { PluginFile } from '../../contract/plugin-format.js';
import {
  inspectArchive,
  openArchive,
  type OpenedArchive,
} from '../../format/archive/read-archive.js';

/** What an archive is read as. */
export interface Unpacked {
  /** A valid plugin. */
  readonly plugin: OpenedArchive;
  /** One that is about to be published. */
  readonly publication: OpenedArchive;
  /** Whatever it holds. */
  readonly anything: ArchiveContents;
}

export interface UnpackTask<K extends keyof Unpacked = keyof Unpacked> {
  readonly archive: Uint8Array;
  readonly as: K;
}

/** As passed between threads, which cannot transfer class instances. */
export type UnpackAnswer<K extends keyof Unpacked = keyof Unpacked> =
  { readonly opened: Unpacked[K] } | { readonly error: ErrorFields };

const readers: { readonly [K in keyof Unpacked]: (archive: Uint8Array) => Promise<Unpacked[K]> } = {
  plugin: (archive) => openArchive(archive),
  publication: (archive) => openArchive(archive, { strict: true }),
  anything: inspectArchive,
};

export async function unpack<K extends keyof Unpacked>({
  archive,
  as,
}: UnpackTask<K>): Promise<UnpackAnswer<K>> {
  try {
    return { opened: await readers[as](archive) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const { code, status, exit, title, message, hint, issues, details } = error;
    return { error: { code, status, exit, title, message, hint, issues, details } };
  }
}

/** The memory of all files, which can be passed to another thread. */
export function buffersOf(opened: Unpacked[keyof Unpacked]): ArrayBuffer[] {
  const files: readonly PluginFile[] = 'files' in opened ? opened.files : opened.contents.files;
  return [...new Set(files.map(({ content }) => content.buffer as ArrayBuffer))];
}
