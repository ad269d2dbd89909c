import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { Semaphore } from '../../../../../toolbox/semaphore.js';
import { allAuthorities } from './authorities.js';
import { gitEnvironment } from './git-environment.js';
import { explainGitFailure } from './git-failure.js';
import { GitFailure, runGit, type GitOutput } from './git-process.js';
import type { GitSource } from '../../resolve/git-source.js';

const IDLE_TIMEOUT_SECONDS = 20;

type GitContext = Pick<Context, 'env' | 'signal'>;

/** The folder of one repository, and what was fetched into it. */
interface GitStore {
  readonly folder: string;
  readonly plan: {
    readonly env: NodeJS.ProcessEnv;
    readonly signal: AbortSignal;
    readonly idleTimeout: number;
  };
  readonly known: Map<string, Promise<unknown>>;
  readonly fetched: Set<string>;
  readonly turns: Semaphore;
}

/**
 * A temporary bare repository that holds as little as possible of the one on the host: the commits that are asked for, their folders, and the
 * files that are requested. Nothing is ever checked out, so the repository's filters, hooks and links have no effect.
 */
export class GitRepository {
  constructor(
    readonly source: GitSource,
    private readonly store: GitStore,
  ) {}

  /** Removes the folder when `work` ends, also on failure. */
  static async with<T>(
    source: GitSource,
    context: GitContext,
    work: (git: GitRepository) => Promise<T>,
  ): Promise<T> {
    const repositories = new GitRepositories(context);
    try {
      return await repositories.with(source, work);
    } finally {
      await repositories.close();
    }
  }

  /** Hashes of the contents that are there. */
  get fetched(): Set<string> {
    return this.store.fetched;
  }

  /** Runs git for the host; failures become errors for people. */
  async run(args: readonly string[], input = ''): Promise<GitOutput> {
    try {
      return await this.tryRun(args, input);
    } catch (error) {
      throw error instanceof GitFailure ? explainGitFailure(error, this.source) : error;
    }
  }

  /** Like `run`, for callers with a fallback: throws `GitFailure`. */
  tryRun(args: readonly string[], input = ''): Promise<GitOutput> {
    const { plan, folder } = this.store;
    return runGit(args, input, { ...plan, cwd: folder });
  }

  /** The answer to `what`, which everybody who reads this repository shares: `work` runs once. */
  once<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { known } = this.store;
    const answer = (known.get(what) as Promise<T> | undefined) ?? work();
    known.set(what, answer);
    return answer;
  }

  /** Runs work that must not happen twice at once in the repository: git locks what it writes, and fails where it is locked. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.store.turns.run(work);
  }
}

interface OpenStore {
  readonly store: Promise<GitStore>;
  users: number;
  isClosed: boolean;
}

/** The repositories that a command reads: each is one folder, however many of its plugins are read. */
export class GitRepositories {
  private readonly open = new Map<string, OpenStore>();

  constructor(private readonly context: GitContext) {}

  async with<T>(source: GitSource, work: (git: GitRepository) => Promise<T>): Promise<T> {
    const { url, credentials } = source;
    const key = JSON.stringify([url.replace(/\.git$/i, ''), credentials]);
    const opened = this.open.get(key) ?? this.opened(source);
    this.open.set(key, opened);
    opened.users += 1;
    try {
      return await work(new GitRepository(source, await opened.store));
    } finally {
      opened.users -= 1;
      if (opened.isClosed && opened.users === 0) await remove(opened);
    }
  }

  /** Removes the folders, one that is still read when its last reader ends. What is read afterwards is fetched anew. */
  async close(): Promise<void> {
    const stores = [...this.open.values()];
    this.open.clear();
    for (const opened of stores) opened.isClosed = true;
    await Promise.all(stores.filter(({ users }) => users === 0).map(remove));
  }

  private opened(source: GitSource): OpenStore {
    return { store: newStore(source, this.context), users: 0, isClosed: false };
  }
}

async function newStore(source: GitSource, { env, signal }: GitContext): Promise<GitStore> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-git-'));
  try {
    const authorities = await allAuthorities(env, folder);
    const idleTimeout = Number(env['SVC_GIT_TIMEOUT'] ?? '') || IDLE_TIMEOUT_SECONDS;
    const plan = { env: await gitEnvironment({ env, source, authorities }), signal, idleTimeout };
    return { folder, plan, known: new Map(), fetched: new Set(), turns: new Semaphore(1) };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function remove({ store }: OpenStore): Promise<void> {
  // one that could not be made has no folder
  const made = await store.catch(() => undefined);
  if (made !== undefined) await removeFolder(made.folder);
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
