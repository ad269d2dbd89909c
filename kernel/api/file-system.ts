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

/** The meaning of the system's error codes. */
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

/** Their meaning when a folder is created. On a read-only file system, creating nested folders fails with ENOENT. */
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

/** The action in words, by system call; any other call "uses" a path. */
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

/** System calls of the network and of processes, whose errors have the same codes. */
const OF_THE_NETWORK = /^(?:connect|listen|bind|accept|getaddrinfo|spawn|kill)/;

/** The file system refuses an action: permissions, space, a file in the place of a folder. It is not a bug of svc. */
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

/** The same error for callers of a server, from whom the server's paths are hidden. */
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

/** Turns an error of node's file system into an error for people; `undefined` for all other errors. */
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

/** Turns anything thrown into an error for people. Errors that neither svc nor the file system raises are bugs. */
export function asSvcError(error: unknown): SvcError {
  return isSvcError(error)
    ? error
    : (fromFileSystem(error) ?? internalError(undefined, { cause: error }));
}

/** Adds the path to errors of `work`: node names no path for open files, and for files that are replaced it names the temporary one. */
export async function atPath<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw typeof (error as SystemError | null)?.syscall === 'string'
      ? Object.assign(error as object, { path })
      : error;
  });
}
