import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isNowhere } from '../../../../toolbox/file-errors.js';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { bundleTooLarge, contextUnusable } from '../../contract/command-errors.js';
import { gitIn, lineOf, type Git, type GitEnvironment } from './git.js';
import { isFolder } from '../plugin-folder.js';
import { mostSent, SentFiles } from './sent-files.js';

interface Entry {
  readonly path: string;
  readonly executable: boolean;
  readonly hash: string;
  readonly bytes: number;
}

const FILE = /^100(644|755) blob ([0-9a-f]+) +(\d+)\t(.+)$/s;

/** Files of this machine's repository as they were in a commit. */
export class CommitFiles {
  private constructor(
    /** The repository, as a real path. */
    readonly root: string,
    /** The whole hash of the commit. */
    readonly hash: string,
    private readonly git: Git,
  ) {}

  /** Throws `context_unusable`. */
  static async open(
    folder: string,
    ref: string,
    environment: GitEnvironment,
  ): Promise<CommitFiles> {
    const inFolder = gitIn(folder, environment);
    const root = lineOf(await inFolder(['rev-parse', '--show-toplevel']));
    if (root === undefined)
      throw contextUnusable({ context: folder, why: 'it is in no git repository' });
    const git = gitIn(root, environment);
    const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
    const hash = lineOf(await git(asked));
    if (hash === undefined)
      throw contextUnusable({
        context: folder,
        why: `its repository has no commit "${ref}"`,
        hint: 'Name a commit, a branch or a tag that `git log` shows there.',
      });
    return new CommitFiles(realpathSync(root), hash, git);
  }

  /** A path of this machine, relative to the repository; `''` for the repository itself. */
  pathOf(target: string): string {
    return relative(this.root, realOf(target)).split(sep).join('/');
  }

  /** What the commit has at a path or of a pattern. Links and submodules are not followed. Throws `bundle_too_large`. */
  async files(target: string, cwd: string): Promise<readonly LooseFile[]> {
    const path = this.pathOf(target);
    if (path === '..' || path.startsWith('../'))
      throw contextUnusable({ context: target, why: 'it is outside of the repository' });
    const isPattern = /[*?[]/.test(relative(cwd, target)) && !isFolder(target);
    const spec = `:(top,${isPattern ? 'glob' : 'literal'})${path}`;
    const list = await this.git(['ls-tree', '-r', '-z', '-l', '--full-tree', this.hash]);
    const entries = isPattern || path !== '' ? await this.#named(spec) : undefined;
    return this.#read(entriesOf(list?.toString('utf8') ?? '', entries));
  }

  /** The paths of the commit that a pathspec names: `ls-tree` knows no patterns. */
  async #named(spec: string): Promise<ReadonlySet<string>> {
    const empty = lineOf(await this.git(['hash-object', '-t', 'tree', '--stdin'])) ?? '';
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-commit-id', empty, this.hash];
    const answer = await this.git([...args, '--', spec]);
    return new Set((answer?.toString('utf8') ?? '').split('\0').filter((path) => path !== ''));
  }

  async #read(entries: readonly Entry[]): Promise<readonly LooseFile[]> {
    if (entries.length === 0) return [];
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes > mostSent.bytes) throw bundleTooLarge({ why: `the context has ${bytes} bytes.` });
    const sent = new SentFiles();
    const input = entries.map(({ hash }) => `${hash}\n`).join('');
    const answer = await this.git(['cat-file', '--batch'], input);
    let at = 0;
    for (const { path, executable } of entries) {
      const end = answer?.indexOf(0x0a, at) ?? -1;
      const header = /^[0-9a-f]+ blob (\d+)$/.exec(answer?.toString('latin1', at, end) ?? '');
      if (answer === undefined || header === null)
        throw contextUnusable({
          context: join(this.root, path),
          why: 'git has not the whole commit here',
          hint: 'Fetch the commit; a partial clone has files when they are checked out.',
        });
      const size = Number(header[1]);
      sent.addContent({ path, executable, content: answer.subarray(end + 1, end + 1 + size) });
      at = end + 1 + size + 1;
    }
    return sent.files;
  }
}

const realOf = (target: string): string => {
  try {
    return realpathSync(target);
  } catch (error) {
    if (!isNowhere(error)) throw error;
    // it may be in the commit only
    return join(realOf(resolve(target, '..')), target.slice(resolve(target, '..').length));
  }
};

function entriesOf(list: string, named: ReadonlySet<string> | undefined): readonly Entry[] {
  return list.split('\0').flatMap((line) => {
    const [, mode, hash, bytes, path] = FILE.exec(line) ?? [];
    if (hash === undefined || path === undefined) return [];
    if (named !== undefined && !named.has(path)) return [];
    return [{ path, hash, bytes: Number(bytes), executable: mode === '755' }];
  });
}
