import { posix } from 'node:path';
import { sandboxFileTooLarge, type Sandbox } from '../../../sandbox/contract/index.js';
import { printableWithin } from '../../preparation/index.js';
import type { Mask } from '../logs/masked-text.js';
import { lastLine, runInside, type Ended } from '../../../sandbox/contract/run-inside.js';

const SECONDS = 120;
const MOST_PATCH = 16 * 1024 * 1024;

/** The changes of an agent, with lines about what is not in them; or why they cannot be kept: a clause. */
export type Patch =
  { readonly bytes: Uint8Array; readonly notes: readonly string[] } | { readonly problem: string };

/** A second repository, which shares what is in the first one: an agent may spoil or delete that, or tell git there what to start. */
const BEGIN = `
git init --quiet --bare "$2" && rm -r "$2/objects" &&
cp -al "$1/.git/objects" "$2/objects" && cp "$1/.git/index" "$2/index"
`;

/** Where the clone is a link by now, it leads to files that are not the repository's. */
const ADD = '[ ! -L "$1" ] || exit 3; exec git add --all --ignore-errors .';

/** Undoes what the installation did, as a merge of the state after the agent with the commit, both from the state before it. */
const WITHOUT_INSTALLATION = `
commit() { git -c user.name=svc -c user.email=svc@localhost commit-tree -m svc "$@"; }
before=$(commit "$1") && after=$(commit "$2" -p "$before") && first=$(commit "$3^{tree}" -p "$before") &&
exec git -c merge.renames=false merge-tree --write-tree --name-only --no-messages -z "$after" "$first"
`;

const DIFF = ['diff', '--binary', '--no-color', '--no-ext-diff', '--no-textconv'];

/** What an agent changes in its clone, whether or not it commits. */
export class Changes {
  readonly #repository: string;
  readonly #file: string;
  readonly #notes: string[] = [];
  #commit = '';
  #before = '';

  constructor(
    private readonly sandbox: Sandbox,
    private readonly clone: string,
  ) {
    this.#repository = posix.join(sandbox.folder, 'changes.git');
    this.#file = posix.join(sandbox.folder, 'changes.patch');
  }

  /** Remembers the clone as it is now: the commit, with the skill installed. */
  async begin(commit: string): Promise<void> {
    this.#commit = commit;
    const args = ['-c', BEGIN, 'sh', this.clone, this.#repository];
    const begun = await runInside(this.sandbox, { program: 'sh', args, seconds: SECONDS });
    if (begun.code !== 0) throw failed(begun);
    this.#before = await this.#tree();
  }

  /** What differs from the commit, without what the installation did. Files that contain a secret in a form that cannot be masked are left out. */
  async end(mask: Mask): Promise<Patch> {
    try {
      const { tree, unclear } = await this.#withoutInstallation(await this.#tree());
      for (const path of unclear) this.#leaveOut(path, 'the installation has changed it, too');
      const left = [...unclear, ...(await this.#withSecrets(tree, mask))];
      const paths = ['.', ...left.map((path) => `:(exclude,literal,top)${path}`)];
      await this.#git([...DIFF, `--output=${this.#file}`, this.#commit, tree, '--', ...paths]);
      const bytes = await this.sandbox.read(this.#file, MOST_PATCH);
      return { bytes: mask.bytes(bytes ?? new Uint8Array()), notes: this.#notes };
    } catch (error) {
      return { problem: (error as Error).message.replace(/\.$/, '') };
    }
  }

  async #tree(): Promise<string> {
    const added = await this.#run('sh', ['-c', ADD, 'sh', this.clone]);
    if (added.code === 3) throw new Error('its folder was replaced by a link');
    if (added.code !== 0 && added.code !== 1) throw failed(added);
    if (added.code === 1) this.#notes.push(`Not all changes are kept: ${lastError(added)}`);
    return (await this.#git(['write-tree'])).trim();
  }

  /** The state after the agent as if nothing had been installed; `unclear` are the files where that cannot be told. */
  async #withoutInstallation(after: string) {
    const args = ['-c', WITHOUT_INSTALLATION, 'sh', this.#before, after, this.#commit];
    const merged = await this.#run('sh', args);
    if (merged.code !== 0 && merged.code !== 1) throw failed(merged);
    const [tree = '', ...unclear] = merged.stdout.split('\0').filter((part) => part !== '');
    return { tree, unclear };
  }

  #leaveOut(path: string, why: string): void {
    this.#notes.push(`The file ${JSON.stringify(path)} is not in the patch: ${why}.`);
  }

  /** Binary files are compressed in a patch, where a secret cannot be seen. */
  async #withSecrets(after: string, mask: Mask): Promise<readonly string[]> {
    if (mask.isEmpty) return [];
    // as a file: of what a command prints only the beginning is kept
    const file = posix.join(this.sandbox.folder, 'changes.stats');
    const what = ['--numstat', '-z', '--no-renames', `--output=${file}`];
    await this.#git(['diff', ...what, this.#commit, after]);
    const stats = Buffer.from((await this.sandbox.read(file, MOST_PATCH)) ?? '').toString();
    const binary = stats.split('\0').flatMap((entry) => /^-\t-\t(.+)$/s.exec(entry)?.[1] ?? []);
    const found: string[] = [];
    for (const path of binary) {
      const why = await this.#reason(path, mask);
      if (why === undefined) continue;
      found.push(path);
      this.#leaveOut(path, why);
    }
    return found;
  }

  /** Why a binary file cannot be in the patch. */
  async #reason(path: string, mask: Mask): Promise<string | undefined> {
    try {
      const content = await this.sandbox.read(posix.join(this.clone, path), MOST_PATCH);
      return content !== undefined && mask.isIn(content) ? 'it contains a secret' : undefined;
    } catch (error) {
      if (!sandboxFileTooLarge.is(error)) throw error;
      return 'it is too large to look for secrets in it';
    }
  }

  async #git(args: readonly string[]): Promise<string> {
    const ended = await this.#run('git', ['-c', 'core.quotePath=false', ...args]);
    if (ended.code === 0) return ended.stdout;
    throw failed(ended);
  }

  #run(program: string, args: readonly string[]): Promise<Ended> {
    return runInside(this.sandbox, {
      program,
      args,
      cwd: this.clone,
      env: {
        GIT_DIR: this.#repository,
        GIT_WORK_TREE: this.clone,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
      seconds: SECONDS,
    });
  }
}

const lastError = ({ stderr }: Ended): string => printableWithin(lastLine(stderr), 500);

const failed = (ended: Ended): Error => new Error(lastError(ended) || 'git was ended');
