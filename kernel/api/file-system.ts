import { defineError, ExitCode, isSvcError, type SvcError } from './errors.js';
import { internalError } from './common-errors.js';

interface Reason {
  readonly why: string;
  readonly hint: string;
}

const noRight: Reason = {
  why: 'this user has no permission',
  hint: 'Change its owner or its mode, or do this as a user who may.',
};
const noSpace: Reason = {
  why: 'no space is left there',
  hint: 'Free some space there and try again.',
};
const tooMany: Reason = {
  why: 'too many files are open',
  hint: 'End other programs, or raise the limit (`ulimit -n`), and try again.',
};
const notThere: Reason = {
  why: 'there is no such file or folder',
  hint: 'Make the folder, or correct the path.',
};

/** What the system's codes mean. */
const reasons: ReadonlyMap<unknown, Reason> = new Map([
  ['EACCES', noRight],
  ['EPERM', noRight],
  [
    'EROFS',
    {
      why: 'the file system is read-only',
      hint: 'Choose another folder, or make the file system writable.',
    },
  ],
  ['ENOSPC', noSpace],
  ['EDQUOT', { ...noSpace, why: "this user's disk quota is used up" }],
  ['EFBIG', { ...noSpace, why: 'the file would become larger than it may be' }],
  ['EMFILE', tooMany],
  ['ENFILE', tooMany],
  ['ENOENT', notThere],
  [
    'ENOTDIR',
    {
      why: 'there is a file where a folder is expected',
      hint: 'Move that file away, or choose another folder.',
    },
  ],
  [
    'EISDIR',
    {
      why: 'there is a folder where a file is expected',
      hint: 'Move that folder away, or choose another file.',
    },
  ],
  ['EEXIST', { why: 'something is there already', hint: 'Move it away and try again.' }],
  ['ENOTEMPTY', { why: 'the folder is not empty', hint: 'Move what is in it away and try again.' }],
  ['ELOOP', { why: 'links lead in a circle', hint: 'Correct the links.' }],
  ['ENAMETOOLONG', { why: 'the path is too long', hint: 'Choose a shorter path.' }],
  ['EBUSY', { why: 'another program uses it', hint: 'Try again when that program is done.' }],
  [
    'EXDEV',
    {
      why: 'it would have to move to another file system',
      hint: 'Keep both folders on one file system.',
    },
  ],
  [
    'EIO',
    {
      why: 'the device reports an error',
      hint: 'Look into the log of the system: the disk may be failing.',
    },
  ],
  [
    'ESTALE',
    {
      why: 'the network file system has lost it',
      hint: 'Mount the file system again and try again.',
    },
  ],
  ['NOT_A_FILE', { why: 'it is neither a file nor a folder', hint: 'Move it away and try again.' }],
]);

/** What the codes mean where a folder is to be made. On a read-only file system a folder inside a missing one is said to be missing itself. */
const ofFolders: typeof reasons = new Map([
  [
    'EEXIST',
    {
      why: 'there is a file where a folder is expected',
      hint: 'Move that file away, or choose another folder.',
    },
  ],
  [
    'ENOENT',
    {
      why: 'the folder above it is missing or read-only',
      hint: 'Make it there, or choose another folder.',
    },
  ],
]);

function reasonOf(error: unknown): Reason | undefined {
  const { code, syscall } = (error ?? {}) as SystemError;
  return (syscall === 'mkdir' ? ofFolders.get(code) : undefined) ?? reasons.get(code);
}

/** What was being done, by the system call; all others "use" a path. */
const actions: Readonly<Record<string, string>> = {
  open: 'open',
  read: 'read',
  write: 'write',
  writev: 'write',
  pwrite: 'write',
  fsync: 'write',
  ftruncate: 'write',
  close: 'write',
  mkdir: 'make the folder',
  mkdtemp: 'make a folder at',
  scandir: 'list the folder',
  opendir: 'list the folder',
  rename: 'move',
  link: 'make a link to',
  symlink: 'make the link',
  copyfile: 'copy',
  unlink: 'remove',
  rm: 'remove',
  rmdir: 'remove',
  chmod: 'change the mode of',
  fchmod: 'change the mode of',
  stat: 'look at',
  lstat: 'look at',
  realpath: 'look at',
  access: 'look at',
};

/** The network's errors have codes of the same kind. */
const OF_THE_NETWORK = /^(?:connect|listen|bind|accept|getaddrinfo|spawn|kill)/;

/** The file system refuses what was asked of it: rights, space, a file where a folder should be. Nothing of ours is wrong. */
export const fileSystemError = defineError<{
  action: string;
  path: string;
  why: string;
  hint: string;
}>({
  code: 'file_system',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'The file system refuses',
  message: ({ action, path, why }) => `Could not ${action} ${path}: ${why}.`,
  hint: ({ hint }) => hint,
});

/** The same for callers of a server, who learn nothing about its folders. */
export const serverFilesUnusable = defineError({
  code: 'server_files_unusable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Files of the server unusable',
  message: () => 'The server cannot use its own files.',
  hint: () => 'The operator of the server finds the reason in its log.',
});

interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly dest?: unknown;
}

/** Why the file system refuses, for people, as the end of a sentence: `the file system is read-only`. */
export function fileSystemReason(error: unknown): string {
  return reasonOf(error)?.why ?? `the system says ${String((error as SystemError).code)}`;
}

/** An error that node has thrown for the file system, as one for people; `undefined` for all others. */
export function fromFileSystem(error: unknown): SvcError | undefined {
  const { syscall, path, dest } = (error ?? {}) as SystemError;
  const reason = reasonOf(error);
  if (reason === undefined || typeof syscall !== 'string' || OF_THE_NETWORK.test(syscall))
    return undefined;
  const place = typeof path === 'string' ? path : 'a file';
  const whole = typeof dest === 'string' ? `${place} to ${dest}` : place;
  return fileSystemError(
    { action: actions[syscall] ?? 'use', path: whole, ...reason },
    { cause: error },
  );
}

/** Everything that is thrown, as an error for people: what neither we nor the file system have foreseen is a bug. */
export function asSvcError(error: unknown): SvcError {
  return isSvcError(error)
    ? error
    : (fromFileSystem(error) ?? internalError(undefined, { cause: error }));
}

/** Names the file to errors of `work`: node's own do not where a file was open already, or name the temporary file that is to become it. */
export async function atPath<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw typeof (error as SystemError | null)?.syscall === 'string'
      ? Object.assign(error as object, { path })
      : error;
  });
}
