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
 * A bare repository in a temporary folder that holds as little as possible of the one on the host: one commit, its folders, and the files
 * that are asked for. Nothing is ever checked out, so that no filter, hook or link of it can do anything.
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

  /** Removes the folder when `work` is done, however it ends. */
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

  /** Runs git for the host; what goes wrong is reported in words for people. */
  async run(args: readonly string[], input = ''): Promise<GitOutput> {
    try {
      return await this.tryRun(args, input);
    } catch (error) {
      throw error instanceof GitFailure ? explainGitFailure(error, this.source) : error;
    }
  }

  /** The same, for callers who know what else to try: throws `GitFailure`. */
  tryRun(args: readonly string[], input = ''): Promise<GitOutput> {
    return runGit(args, input, { ...this.plan, cwd: this.folder });
  }
}
