import { fileReason } from '../../toolbox/file-reasons.js';
import { defineError, ExitCode, isSvcError, type SvcError } from './errors.js';
import { internalError } from './common-errors.js';

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

/** The file system refuses an action: permissions, space, a file where a folder is expected. It is not a bug of svc. */
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
  remedy: 'Check that the path exists, that you may use it, and that the disk has free space.',
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
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly dest?: unknown;
}

/** Turns an error of node's file system into an error for people; `undefined` for all other errors. */
export function fromFileSystem(error: unknown): SvcError | undefined {
  const { syscall, path, dest } = (error ?? {}) as SystemError;
  const reason = fileReason(error);
  if (reason === undefined || typeof syscall !== 'string' || OF_THE_NETWORK.test(syscall))
    return undefined;
  const source = typeof path === 'string' ? path : 'a file';
  const whole = typeof dest === 'string' ? `${source} to ${dest}` : source;
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
