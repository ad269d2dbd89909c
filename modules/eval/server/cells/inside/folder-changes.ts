import { posix } from 'node:path';
import { lastLine, runInside, type Ended } from '../../../../sandbox/contract/run-inside.js';
import type { Sandbox } from '../../../../sandbox/contract/index.js';
import { requireSuccess } from './put-files.js';

const SECONDS = 120;
/** Bytes of a patch with its list of paths. */
const MOST = 1024 * 1024;

const GIT = 'git -c core.compression=1 -c core.quotePath=false -c core.safecrlf=false';
/** Of a repository in the folder, git would record the commit only, or without one nothing: its `.git` is elsewhere meanwhile. */
const ADD = `
find . -mindepth 2 -name .git -prune -exec sh -c '
for own do mkdir -p -- "$GIT_DIR/nested/\${own%/*}" && mv -- "$own" "$GIT_DIR/nested/$own"; done' sh {} +
${GIT} add --all --ignore-errors .
[ ! -e "$GIT_DIR/nested" ] || (cd -- "$GIT_DIR/nested" && find . -name .git -prune -exec sh -c '
for own do mv -- "$own" "$GIT_WORK_TREE/$own"; done' sh {} + ; rm -rf -- "$GIT_DIR/nested")
`;
const BEGIN = `git init --quiet || exit 1
${ADD}
exec git write-tree`;
const END = `
[ ! -L "$GIT_WORK_TREE" ] || { echo "its folder was replaced by a link" >&2; exit 1; }
${ADD}
after=$(git write-tree) && ${GIT} diff --name-only --no-renames --diff-filter=d -z "$1" "$after" &&
printf '\\0' && exec ${GIT} diff --no-color --no-ext-diff --no-textconv "$1" "$after"
`;

/** What has changed in a folder; or why that is not known: a clause. */
export type FolderChanges =
  { readonly diff: string; readonly changed: readonly string[] } | { readonly problem: string };

/** What changes in a folder of a sandbox, by a repository beside it: the folder may have one of its own, and an agent may spoil that. */
export class ChangesOfFolder {
  readonly #repository: string;
  #before = '';

  constructor(
    private readonly sandbox: Sandbox,
    private readonly folder: string,
  ) {
    this.#repository = posix.join(sandbox.folder, 'changes.git');
  }

  /** Remembers the folder as it is now. */
  async begin(): Promise<void> {
    const begun = await this.#run(BEGIN);
    requireSuccess(begun, 'The files');
    this.#before = begun.stdout.trim();
  }

  async end(): Promise<FolderChanges> {
    const ended = await this.#run(END, this.#before);
    if (ended.code !== 0) return { problem: lastLine(ended.stderr) || 'git was ended' };
    const cut = ended.stdout.indexOf('\0\0');
    const start = ended.stdout.startsWith('\0') ? 0 : cut + 1;
    if (start === 0 && !ended.stdout.startsWith('\0'))
      return { problem: 'too many files have changed' };
    const diff = ended.stdout.slice(start + 1);
    return {
      changed: ended.stdout.slice(0, start).split('\0').filter(Boolean),
      // a line that is cut may have half a secret, which nobody would find
      diff: ended.isWhole ? diff : `${diff.slice(0, diff.lastIndexOf('\n'))}\n[…]\n`,
    };
  }

  #run(script: string, ...args: readonly string[]): Promise<Ended> {
    return runInside(this.sandbox, {
      program: 'sh',
      args: ['-c', script, 'sh', ...args],
      cwd: this.folder,
      env: {
        GIT_DIR: this.#repository,
        GIT_WORK_TREE: this.folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
      seconds: SECONDS,
      most: MOST,
    });
  }
}
