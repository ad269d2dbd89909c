import { codeOf } from './file-errors.js';

/** Why a file system refuses, as the end of a sentence, and what to do about it. */
export interface FileReason {
  readonly why: string;
  readonly hint: string;
}

const noRight: FileReason = {
  why: 'this user has no permission',
  hint: 'Change its owner or its mode, or do this as a user who may.',
};
const noSpace: FileReason = {
  why: 'no space is left there',
  hint: 'Free some space there and try again.',
};
const tooMany: FileReason = {
  why: 'too many files are open',
  hint: 'End other programs, or raise the limit (`ulimit -n`), and try again.',
};
const notThere: FileReason = {
  why: 'there is no such file or folder',
  hint: 'Make the folder, or correct the path.',
};

/** The meaning of the system's error codes. */
const reasons: ReadonlyMap<unknown, FileReason> = new Map([
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

/** The reason for an error of node's file system; `undefined` for a code that the table does not have. */
export function fileReason(error: unknown): FileReason | undefined {
  const { code, syscall } = (error ?? {}) as {
    readonly code?: unknown;
    readonly syscall?: unknown;
  };
  return (syscall === 'mkdir' ? ofFolders.get(code) : undefined) ?? reasons.get(code);
}

/** Why the file system refuses, for people, as the end of a sentence: `the file system is read-only`. */
export function fileSystemReason(error: unknown): string {
  return fileReason(error)?.why ?? `the system says ${String(codeOf(error))}`;
}
