import { posix } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { shortened } from '../../../../toolbox/shortened.js';
import { repositoryUnavailable, revisionMissing } from '../../../launch/contract/launch-errors.js';
import { workerAgentsKey, type WorkerAgents } from '../../../launch/contract/worker-agents.js';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import { lastLine, runInside, type Ended } from '../../../sandbox/contract/run-inside.js';
import type { GenerationSource } from '../../contract/generation-view.js';
import type { Material } from '../../generation/question.js';
import { seen } from '../../scoring/judge/withheld.js';

const SECONDS = 600;
/** Bytes of a patch that a model is shown. */
const MOST_PATCH = 80_000;
const WHOLE_HASH = /^[0-9a-f]{40}$/;

const GIT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'https:http',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_HTTP_LOW_SPEED_LIMIT: '1',
  GIT_HTTP_LOW_SPEED_TIME: '15',
} as const;

export interface Change {
  /** The commit before it. */
  readonly base: string;
  readonly material: Material;
}

/** Fetches changes of repositories in a sandbox. Only what everybody may read can be fetched. */
@injectable()
export class FetchedChanges {
  constructor(@inject(workerAgentsKey) private readonly agents: WorkerAgents) {}

  /** Throws `repository_unavailable`, `revision_missing`, and the errors of opening a sandbox. */
  async fetch(source: GenerationSource, signal: AbortSignal): Promise<Change> {
    const repositories = [source.name];
    const sandbox = await this.agents.open({ variables: {}, repositories, signal });
    try {
      return await new Repository(sandbox, source).change();
    } finally {
      await sandbox.close();
    }
  }
}

class Repository {
  private readonly folder: string;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly source: GenerationSource,
  ) {
    this.folder = posix.join(sandbox.folder, 'repository');
  }

  async change(): Promise<Change> {
    await this.text(['init', '--quiet', this.folder], this.sandbox.folder);
    await this.text(['remote', 'add', 'origin', this.source.name]);
    const [base, head] =
      this.source.pullRequest === null ? await this.ofCommit() : await this.ofPullRequest();
    const message = await this.text(['log', '-1', '--format=%B', head]);
    const files = await this.text(['ls-tree', '-r', '--name-only', base]);
    const args = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', base, head];
    const patch = await this.text(args);
    const pieces = [
      { name: 'Message of the change', text: shortened(message, 4_000) },
      { name: 'Files before the change', text: shortened(files, 8_000) },
      { name: 'The change as a patch', text: shortened(patch, MOST_PATCH) },
    ];
    return { base, material: { kind: 'change', pieces } };
  }

  /** The commit and its first parent. */
  private async ofCommit(): Promise<readonly [base: string, head: string]> {
    const commit = this.source.commit ?? '';
    const what = `commit ${commit}`;
    const shallow = WHOLE_HASH.test(commit)
      ? await this.git(['fetch', '--quiet', '--no-tags', '--depth=2', 'origin', commit])
      : undefined;
    // the beginning of a hash is found in the history only, and not every server gives out a commit by its hash
    if (shallow?.code !== 0)
      await this.fetch(['--filter=blob:none', 'origin', '+refs/heads/*:refs/svc/heads/*']);
    const head = await this.found(`${commit}^{commit}`, what);
    return [await this.found(`${head}^1`, `commit before ${commit}`), head];
  }

  /** The head of the request, and the commit at which it left the default branch. */
  private async ofPullRequest(): Promise<readonly [base: string, head: string]> {
    const number = String(this.source.pullRequest);
    const refs = ['+HEAD:refs/svc/base', `+refs/pull/${number}/head:refs/svc/head`];
    await this.fetch(['--filter=blob:none', 'origin', ...refs], `pull request ${number}`);
    const base = await this.git(['merge-base', 'refs/svc/base', 'refs/svc/head']);
    const head = await this.found('refs/svc/head', `pull request ${number}`);
    const mergeBase = base.stdout.trim();
    if (base.code !== 0) throw this.missing(`commit that pull request ${number} begins with`);
    // of a request that was merged without a commit of its own, only the last commit can be told apart
    if (mergeBase !== head) return [mergeBase, head];
    return [await this.found(`${head}^1`, `commit before pull request ${number}`), head];
  }

  private async fetch(args: readonly string[], what?: string): Promise<void> {
    const ended = await this.git(['fetch', '--quiet', '--no-tags', ...args]);
    if (ended.code === 0) return;
    if (what !== undefined && ended.stderr.includes("couldn't find remote ref"))
      throw this.missing(what);
    throw this.unavailable(ended);
  }

  private async found(revision: string, what: string): Promise<string> {
    const { code, stdout } = await this.git(['rev-parse', '--verify', '--quiet', revision]);
    if (code !== 0) throw this.missing(what);
    return stdout.trim();
  }

  private async text(args: readonly string[], cwd?: string): Promise<string> {
    const ended = await this.git(args, cwd);
    if (ended.code !== 0) throw this.unavailable(ended);
    return ended.stdout;
  }

  private git(args: readonly string[], cwd = this.folder): Promise<Ended> {
    return runInside(this.sandbox, { program: 'git', args, cwd, env: GIT, seconds: SECONDS });
  }

  private missing = (what: string): Error => revisionMissing({ repo: this.source.name, what });

  private unavailable({ stderr, limit }: Ended): Error {
    const said =
      limit === undefined ? lastLine(seen(stderr)) : 'it takes too long or is too large.';
    return repositoryUnavailable({ repo: this.source.name, said: shortened(said, 300) });
  }
}
