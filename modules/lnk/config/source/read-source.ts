import { open, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { resolve } from 'node:path';
import { isSvcError, usageError, type HostInfo } from 'svc-registry/kernel';
import { codeOf, isNowhere } from '../../../../toolbox/file-errors.js';
import { fileReason, fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { configNotFound, configTooLarge, configUnreadable } from '../../contract/errors.js';
import { sourceName, STANDARD_INPUT } from './source-name.js';
import { textOf } from './text-of.js';

/** A configuration as written. */
export interface SourceText {
  /** As people know it: the path as given, or `standard input`. */
  readonly name: string;
  /** Without a byte order mark, so that offsets, lines and columns are those of an editor. */
  readonly text: string;
}

/** Bytes. Real configurations have a few thousand. */
export const LARGEST = 256 * 1024;

interface Here {
  /** What relative paths count from. */
  readonly cwd: string;
  readonly host: Pick<HostInfo, 'stdin'>;
}

/** Reads a configuration file, or standard input for `-`. Throws an error for people for everything that is no text in UTF-8. */
export async function readSource(file: string, { cwd, host }: Here): Promise<SourceText> {
  const name = sourceName(file);
  const bytes = file === STANDARD_INPUT ? await piped(host) : await bytesOf(file, cwd);
  return { name, text: textOf(bytes, name) };
}

async function piped(host: Here['host']): Promise<Buffer> {
  const stream = host.stdin?.();
  if (stream === undefined)
    throw usageError({
      what: 'The configuration is expected on standard input, which is a terminal.',
      hint: 'Pipe it in, such as `lnk config verify - < lnk.json`, or name a file.',
    });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > LARGEST) throw configTooLarge({ file: 'on standard input', most: LARGEST });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function bytesOf(file: string, cwd: string): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // a pipe without a writer would block for ever
    handle = await open(resolve(cwd, file), constants.O_RDONLY | constants.O_NONBLOCK);
    return await wholeFile(handle, file);
  } catch (error) {
    throw explained(error, file);
  } finally {
    await handle?.close();
  }
}

/** Reads an open file once. Throws when its size or time of change differs before and after. */
export async function wholeFile(
  handle: Pick<FileHandle, 'stat' | 'read'>,
  file: string,
): Promise<Buffer> {
  const before = await handle.stat();
  if (before.isDirectory()) throw configUnreadable({ file, ...FOLDER });
  if (!before.isFile()) throw configUnreadable({ file, ...NO_FILE });
  const buffer = Buffer.alloc(LARGEST + 1);
  let size = 0;
  while (size < buffer.length) {
    const { bytesRead } = await handle.read(buffer, size, buffer.length - size, size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  if (size > LARGEST) throw configTooLarge({ file, most: LARGEST });
  const after = await handle.stat();
  // files of the kernel have no size
  const grown = before.size > 0 && size !== before.size;
  if (grown || before.mtimeMs !== after.mtimeMs || before.size !== after.size)
    throw configUnreadable({ file, ...CHANGED });
  return buffer.subarray(0, size);
}

const FOLDER = { why: 'it is a folder', hint: 'Name the file in it, such as .lnk/lnk.json.' };
const NO_FILE = {
  why: 'it is a pipe, a socket or a device',
  hint: 'Name a file, or give - to read standard input.',
};
const CHANGED = { why: 'it has changed while it was read', hint: 'Try again.' };

/** Errors of the file system, for people. */
function explained(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (isSvcError(error) || typeof code !== 'string') return error;
  const extras = { cause: error };
  if (isNowhere(error)) return configNotFound({ file }, extras);
  const known = REASONS.get(code);
  if (known !== undefined) return configUnreadable({ file, ...known }, extras);
  const { hint } = fileReason(error) ?? { hint: 'Check the file, and try again.' };
  return configUnreadable({ file, why: fileSystemReason(error), hint }, extras);
}

const NO_RIGHT = {
  why: 'this user has no permission',
  hint: 'Change its mode (`chmod u+r`) or its owner, or those of its folder.',
};

/** What helps here, unlike for files that are written. */
const REASONS: ReadonlyMap<string, { readonly why: string; readonly hint: string }> = new Map([
  ['EACCES', NO_RIGHT],
  ['EPERM', NO_RIGHT],
  // a socket cannot be opened at all
  ['ENXIO', NO_FILE],
  [
    'ERR_INVALID_ARG_VALUE',
    { why: 'a path cannot contain its characters', hint: 'Correct the path.' },
  ],
]);
