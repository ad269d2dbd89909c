import { posix } from 'node:path';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import type { Mask } from '../logs/masked-text.js';
import { lastLine, runInside } from './inside.js';

const SECONDS = 120;
const MOST_PATCH = 16 * 1024 * 1024;

/** The changes of an agent, or why they cannot be kept: a clause. */
export type Patch = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * What an agent changes in its clone, whether or not it commits. An index beside the repository's own is compared, so that the agent sees the repository as
 * it was cloned.
 */
export class Changes {
  readonly #index: string;
  readonly #file: string;
  #before = '';

  constructor(
    private readonly sandbox: Sandbox,
    private readonly clone: string,
  ) {
    this.#index = posix.join(sandbox.folder, 'changes.index');
    this.#file = posix.join(sandbox.folder, 'changes.patch');
  }

  /** Remembers the clone as it is now, with the skill installed. */
  async begin(): Promise<void> {
    await runInside(this.sandbox, {
      program: 'cp',
      args: [posix.join(this.clone, '.git/index'), this.#index],
      seconds: SECONDS,
    });
    this.#before = await this.#tree();
  }

  /** What differs from then. Files that contain a secret in a form that cannot be masked are left out. */
  async end(mask: Mask): Promise<Patch> {
    try {
      const after = await this.#tree();
      const left = await this.#withSecrets(after, mask);
      const paths = ['.', ...left.map((path) => `:(exclude,literal,top)${path}`)];
      await this.#git([
        'diff',
        '--binary',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        `--output=${this.#file}`,
        this.#before,
        after,
        '--',
        ...paths,
      ]);
      const bytes = await this.sandbox.read(this.#file, MOST_PATCH);
      return { bytes: mask.bytes(bytes ?? new Uint8Array()) };
    } catch (error) {
      return { problem: (error as Error).message };
    }
  }

  async #tree(): Promise<string> {
    await this.#git(['add', '--all', '.']);
    return (await this.#git(['write-tree'])).trim();
  }

  /** Binary files are compressed in a patch, where a secret cannot be seen. */
  async #withSecrets(after: string, mask: Mask): Promise<readonly string[]> {
    if (mask.writings.length === 0) return [];
    // as a file: of what a command prints only the beginning is kept
    const file = posix.join(this.sandbox.folder, 'changes.stats');
    const what = ['--numstat', '-z', '--no-renames', `--output=${file}`];
    await this.#git(['diff', ...what, this.#before, after]);
    const stats = Buffer.from((await this.sandbox.read(file, MOST_PATCH)) ?? '').toString();
    const binary = stats.split('\0').flatMap((entry) => /^-\t-\t(.+)$/s.exec(entry)?.[1] ?? []);
    const found: string[] = [];
    for (const path of binary) {
      const content = await this.sandbox.read(posix.join(this.clone, path), MOST_PATCH);
      if (content !== undefined && mask.isIn(content)) found.push(path);
    }
    return found;
  }

  async #git(args: readonly string[]): Promise<string> {
    const ended = await runInside(this.sandbox, {
      program: 'git',
      // filters that the agent has configured may still run here: in the sandbox, without a variable
      args: [
        '-c',
        'core.fsmonitor=false',
        '-c',
        'core.hooksPath=/dev/null',
        '-c',
        'core.quotePath=false',
        ...args,
      ],
      cwd: this.clone,
      env: {
        GIT_INDEX_FILE: this.#index,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
      seconds: SECONDS,
    });
    if (ended.code === 0) return ended.stdout;
    throw new Error(lastLine(ended.stderr) || 'git was ended');
  }
}
