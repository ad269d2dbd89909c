import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord } from '../../../../toolbox/shell-word.js';
import { isAtOrBelow } from './paths.js';

interface SandboxedProject {
  readonly root: string;
  /** The user's home folder. */
  readonly home: string;
  /** Relative to the root. */
  readonly guarded: readonly string[];
}

/** The whole system read-only, with processes, devices and temporary files of its own. The network is that of outside. */
const SYSTEM = [
  ...['--die-with-parent', '--new-session', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
  // sockets of services that would act for the command, except the one that resolves names
  ...['--tmpfs', '/run', '--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'],
];

/** Whether bubblewrap works here: in many containers it is installed and may not do its work. */
export function sandboxWorks(): boolean {
  return spawnSync('bwrap', [...SYSTEM, 'true'], { timeout: 10_000 }).status === 0;
}

/**
 * Runs commands with bubblewrap: the project is writable, everything else can be read only. Guarded paths of the project are read-only too. Those
 * that do not exist are held by empty folders, which git does not see, and which are removed afterwards.
 */
export class Sandbox {
  private held: readonly string[] = [];

  constructor(private readonly project: SandboxedProject) {}

  /**
   * The command line, for a shell, that runs a command line in the sandbox; `undefined` when the sandbox cannot guard the project, because a guarded
   * path is a link, which the command could replace.
   */
  wrap(command: string, cwd: string): string | undefined {
    const { root, home } = this.project;
    const guarded = this.guardedPaths();
    if (guarded.some((path) => isLink(join(root, path)))) return undefined;
    this.held = heldFor(guarded, root);
    // bubblewrap binds only what is there before it begins
    for (const folder of foldersOf(guarded)) mkdirSync(join(root, folder), { recursive: true });
    const secrets = join(home, '.svc');
    const args = [
      ...SYSTEM,
      ...['--bind', root, root],
      ...foldersOf(guarded).flatMap((folder) => pinned(join(root, folder))),
      ...guarded.flatMap((path) => readOnly(join(root, path))),
      // credentials; a home below /tmp is not there anyway
      ...(existsSync(secrets) && !isAtOrBelow(secrets, root) && !isAtOrBelow(root, secrets)
        ? ['--tmpfs', secrets]
        : []),
      ...['--chdir', cwd, '--', '/bin/bash', '-c', command],
    ];
    return `exec bwrap ${args.map(shellWord).join(' ')}`;
  }

  /** Removes the folders that held the place of guarded paths, if they are still empty. */
  release(): void {
    for (const path of this.held) {
      try {
        rmdirSync(path);
      } catch {
        // somebody else has put something there meanwhile, or removed it
      }
    }
    this.held = [];
  }

  /** With the folder `.git`, its parts; the file of a linked work tree as a whole; neither without a repository. */
  private guardedPaths(): readonly string[] {
    const { root, guarded } = this.project;
    const git = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
    if (git?.isDirectory() === true) return guarded;
    const others = guarded.filter((path) => !path.startsWith('.git/'));
    return git === undefined ? others : [...others, '.git'];
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** The folders between the project and its guarded paths. */
const foldersOf = (guarded: readonly string[]): readonly string[] => [
  ...new Set(guarded.map((path) => dirname(path)).filter((folder) => folder !== '.')),
];

/** A folder that cannot be moved away with the guarded paths in it. */
const pinned = (folder: string): readonly string[] => ['--bind', folder, folder];

const readOnly = (path: string): readonly string[] =>
  existsSync(path) ? ['--ro-bind', path, path] : ['--tmpfs', path, '--remount-ro', path];

/** What bubblewrap makes for these paths, the innermost first. */
function heldFor(guarded: readonly string[], root: string): readonly string[] {
  return [...guarded, ...foldersOf(guarded)]
    .map((path) => join(root, path))
    .filter((path) => !existsSync(path));
}
