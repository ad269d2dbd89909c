import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { allAuthorities } from './authorities.js';
import { gitEnvironment } from './git-environment.js';
import { explainGitFailure } from './git-failure.js';
import { GitFailure, runGit, type GitOutput } from './git-process.js';
import type { GitSource } from '../../resolve/git-source.js';

const IDLE_TIMEOUT_SECONDS = 20;

/**
 * A temporary bare repository that holds as little as possible of the one on the host: one commit, its folders, and the files
 * that are requested. Nothing is ever checked out, so the repository's filters, hooks and links have no effect.
 */
export class GitRepository {
  private constructor(
    readonly source: GitSource,
    private readonly folder: string,
    private readonly plan: {
      readonly env: NodeJS.ProcessEnv;
      readonly signal: AbortSignal;
      readonly idleTimeout: number;
    },
  ) {}

  /** Removes the folder when `work` ends, also on failure. */
  static async with<T>(
    source: GitSource,
    { env, signal }: Pick<Context, 'env' | 'signal'>,
    work: (git: GitRepository) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-git-'));
    try {
      const authorities = await allAuthorities(env, folder);
      const idleTimeout = Number(env['SVC_GIT_TIMEOUT'] ?? '') || IDLE_TIMEOUT_SECONDS;
      const git = new GitRepository(source, folder, {
        env: await gitEnvironment({ env, source, authorities }),
        signal,
        idleTimeout,
      });
      return await work(git);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
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
    return runGit(args, input, { ...this.plan, cwd: this.folder });
  }
}
