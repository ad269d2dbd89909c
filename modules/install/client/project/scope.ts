/** Where a command may write. */
export interface Area {
  /** Absolute: the project's folder or the home folder. */
  readonly root: string;
  /** Absolute folders outside the root to which the user's environment has moved agents' files. */
  readonly besides: readonly string[];
}

/** Something of the home folder that an environment variable has moved: a folder such as `.codex`, or a file. */
export interface Move {
  /** Relative to the home folder. */
  readonly from: string;
  /** Absolute, with `/`. */
  readonly to: string;
}

/**
 * Where plugins are installed: in a project, or for the user in the home folder (`--global`). Every path of `Changes`, of the lock
 * and of agents' files is relative to the root; absolute only where it lies in one of `besides`.
 */
export interface Scope extends Area {
  readonly kind: 'project' | 'user';
  /** Relative to the root. */
  readonly manifestFile: string;
  readonly lockFile: string;
  /** Holds the mutex, the journal and staged files. Exists only while a command runs. */
  readonly workFolder: string;
  readonly moves: readonly Move[];
}

export function projectScope(root: string): Scope {
  const files = { manifestFile: 'svc.json', lockFile: 'svc-lock.json', workFolder: '.svc/.work' };
  return { kind: 'project', root, ...files, besides: [], moves: [] };
}

/** The flag with which a command works on the scope again; begins with a space. */
export function scopeFlag({ kind }: Pick<Scope, 'kind'>): string {
  return kind === 'user' ? ' --global' : '';
}
