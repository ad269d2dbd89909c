import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { SandboxRequest } from '../contract/index.js';
import { seccompFilter } from './seccomp.js';

/** Paths inside. The mount above the work folder has the size of the disk limit; `/tmp` is in it, too. */
export const INSIDE = {
  disk: '/sandbox',
  work: '/sandbox/work',
  home: '/sandbox/home',
  temporary: '/sandbox/tmp',
  runner: '/run/svc/runner.cjs',
  socket: '/run/svc/proxy',
} as const;

type Binds = NonNullable<SandboxRequest['binds']>;

const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;
/** Threads of the runner and of bubblewrap, which count for the kernel as well. */
const OWN_THREADS = 24;

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Of /etc only what programs need to find libraries, certificates and time zones. */
const CONFIGURATION = [
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'mime.types'],
  ...['ssl/certs', 'ssl/openssl.cnf', 'ca-certificates', 'pki/tls/certs', 'pki/ca-trust'],
].map((name) => `/etc/${name}`);

const FILES: Readonly<Record<string, string>> = {
  '/etc/passwd':
    'root:x:0:0:root:/nonexistent:/usr/sbin/nologin\nsandbox:x:1000:1000::/sandbox/home:/bin/sh\n',
  '/etc/group': 'root:x:0:\nsandbox:x:1000:\n',
  '/etc/hosts': '127.0.0.1 localhost sandbox\n::1 localhost\n',
  '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  '/etc/resolv.conf': '',
};

/** bubblewrap runs as this user when the process is root: limits do not hold for root. */
const NOBODY = 65_534;

/** The user to run as; `undefined` where the process is not root. */
export const lesserUser = (): { readonly uid: number; readonly gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

const system = (): string[] =>
  SYSTEM.filter((path) => existsSync(path)).flatMap((path) =>
    isLink(path) ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
  );

/** Node itself, where it is not part of the system. */
const ownProgram = (): Binds => {
  const { execPath } = process;
  return execPath.startsWith('/usr/') ? [] : [{ from: execPath, to: execPath }];
};

/** Where programs are looked for unless the environment says so. */
export const programFolders = (): string => {
  const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];
  const own = dirname(process.execPath);
  return (folders.includes(own) ? folders : [own, ...folders]).join(':');
};

/** A folder for temporary files is a link into the work folder's disk, unless something is bound below it: then it is a small disk of its own. */
const temporary = (path: string, binds: Binds): string[] =>
  binds.some(({ to }) => to.startsWith(`${path}/`))
    ? ['--size', String(SHARED_MEMORY_BYTES), '--perms', '1777', '--tmpfs', path]
    : ['--symlink', INSIDE.temporary, path];

const disk = (bytes: number, binds: Binds): string[] => [
  ...['--size', String(bytes), '--tmpfs', INSIDE.disk],
  ...[INSIDE.work, INSIDE.home, INSIDE.temporary].flatMap((path) => ['--dir', path]),
  ...['/tmp', '/var/tmp'].flatMap((path) => temporary(path, binds)),
];

export type Setup = Pick<SandboxRequest, 'limits' | 'binds'> & {
  /** Contents that appear as files inside, by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Path outside of the proxy's socket. */
  readonly socket?: string;
};

/** Everything but the contents that bubblewrap reads from descriptors. The order matters: a later mount lies above an earlier one. */
export function bubblewrapArguments({ limits, binds = [], socket }: Setup): string[] {
  const all = [...ownProgram(), ...binds];
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent'],
    ...['--new-session', '--clearenv', '--hostname', 'sandbox', '--uid', '1000', '--gid', '1000'],
    ...system(),
    ...CONFIGURATION.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...disk(limits.diskBytes, all),
    ...(socket === undefined ? [] : ['--bind', socket, INSIDE.socket]),
    ...all.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...['--chdir', INSIDE.work],
  ];
}

/** Limits that the kernel keeps: prlimit belongs to util-linux, which every Debian has. */
const limited = (processes: number): string[] => {
  const most = processes + OWN_THREADS;
  return ['/usr/bin/prlimit', `--nproc=${most}:${most}`, '--core=0:0', '--'];
};

/**
 * Starts a program in a sandbox, its stdin, stdout and stderr as pipes; descriptor 3 of the result says the process id of the sandbox's init.
 * Contents are handed over by descriptors: the user that bubblewrap runs as may not be able to read the files of this one.
 */
export function spawnBubblewrap(
  setup: Setup,
  program: readonly string[],
  path: string | undefined,
): ChildProcess {
  const filter = seccompFilter(process.arch);
  const contents = Object.entries({ ...FILES, ...setup.files });
  const first = 4;
  const given = contents.flatMap(([to], index) => ['--file', String(first + index), to]);
  const filterAt = first + contents.length;
  const args = [
    ...bubblewrapArguments(setup),
    ...given,
    ...['--remount-ro', '/', '--info-fd', '3'],
    ...(filter === undefined ? [] : ['--seccomp', String(filterAt)]),
    ...['--', ...limited(setup.limits.processes), ...program],
  ];
  const pieces = [...contents.map(([, text]) => text), ...(filter === undefined ? [] : [filter])];
  const child = spawn('bwrap', args, {
    cwd: '/',
    // only to find bubblewrap: nothing of it is seen inside
    env: { PATH: path ?? programFolders() },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...pieces.map(() => 'pipe' as const)],
    ...lesserUser(),
  });
  for (const [index, piece] of pieces.entries()) {
    const to = child.stdio[first + index] as Writable | undefined;
    // bubblewrap says why it did not read it
    to?.on('error', () => undefined).end(piece);
  }
  return child;
}
