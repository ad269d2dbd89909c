import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, rmdirSync } from 'node:fs';
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

  /** The command line, for a shell, that runs a command line in the sandbox. */
  wrap(command: string, cwd: string): string {
    const { root, home } = this.project;
    const secrets = join(home, '.svc');
    const args = [
      ...SYSTEM,
      ...['--bind', root, root],
      ...this.guards(),
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

  private guards(): readonly string[] {
    const { root, guarded } = this.project;
    const paths = guarded.filter((path) => existsSync(join(root, '.git')) || !/^\.git\//.test(path));
    const guards = paths.map((path) => this.guard(join(root, path)));
    this.held = guards.flatMap(({ makes }) => makes);
    return guards.flatMap(({ args }) => args);
  }

  private guard(path: string): { readonly args: readonly string[]; readonly makes: string[] } {
    // a link is replaced by what it leads to when it is bound; it may also lead nowhere
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      return { args: ['--ro-bind-try', path, path], makes: [] };
    return {
      args: ['--tmpfs', path, '--remount-ro', path],
      makes: missingUpTo(path, this.project.root),
    };
  }
}

/** The path and the folders above it that do not exist, the innermost first. */
function missingUpTo(path: string, root: string): string[] {
  if (path === root || existsSync(path)) return [];
  return [path, ...missingUpTo(dirname(path), root)];
}
