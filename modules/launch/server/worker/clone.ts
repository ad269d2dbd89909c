import { posix } from 'node:path';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import {
  repositoryEmpty,
  repositoryTooLarge,
  repositoryUnavailable,
  revisionMissing,
} from '../../contract/launch-errors.js';
import { printableWithin } from '../../preparation/index.js';
import type { Mask } from '../logs/masked-text.js';
import type { LaunchRun } from '../runs/launch-run.entity.js';
import { lastLine, runInside, type Ended } from '../../../sandbox/contract/run-inside.js';

const LOOK_SECONDS = 15;
const FETCH_SECONDS = 600;
const COMMIT = /^[0-9a-f]{40}$/;
const HASH = /^[0-9a-f]{7,40}$/i;
const MB = 1024 * 1024;

/** What git says where a server asks who one is. */
const PRIVATE = /could not read Username|Authentication failed|returned error: 403/;
const NO_ACCESS =
  'it is private, or it does not exist: its server asks for a password, or refuses the one of GIT_TOKEN.';
/** A check-out that lacks a file asks for it, which is forbidden there; git may end before it says more than that. */
const TOO_LARGE = /No space left|out of memory|promisor remote|transport '\w+' not allowed/i;
const SLOW = /Operation too slow/;

/** The variable of a launch's environment that opens private repositories. */
const TOKEN = 'GIT_TOKEN';

/** Without a branch, the snapshot may be one, and the beginning of a commit's hash is looked for in the default branch. */
interface Revision extends Pick<LaunchRun, 'repo' | 'snapshot'> {
  readonly baseBranch: string | null;
}

/** What is fetched. */
interface Wanted {
  readonly ref: string;
  /** For people: `branch "main"`. */
  readonly what: string;
}

/** Clones repositories into a sandbox. */
export class Clone {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #mask: Mask;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly revision: Revision,
    private readonly limits: { readonly diskBytes: number },
    given: {
      readonly variables: Readonly<Record<string, string>>;
      readonly mask: Mask;
      /** Name of the folder; default `repository`. */
      readonly name?: string;
    },
  ) {
    this.folder = posix.join(sandbox.folder, given.name ?? 'repository');
    this.#env = { ...GIT_ENVIRONMENT, ...credentials(revision.repo, given.variables[TOKEN]) };
    this.#mask = given.mask;
  }

  /** Clones the revision without its history, and answers its commit. */
  async make(): Promise<string> {
    const { repo, baseBranch, snapshot } = this.revision;
    const wanted = await this.#wanted();
    await this.#git(['init', '--quiet', '--initial-branch', baseBranch ?? 'main', this.folder]);
    await this.#git(['remote', 'add', 'origin', repo], this.folder);
    const fetched = await this.#fetch(wanted);
    const target = snapshot === null && baseBranch !== null ? ['-B', baseBranch] : ['--detach'];
    const checkOut = this.#command(
      ['checkout', '--quiet', ...target, fetched],
      FETCH_SECONDS,
      this.folder,
    );
    // what was left out because of its size is not fetched here
    const env = { ...checkOut.env, GIT_ALLOW_PROTOCOL: 'none' };
    await this.#complete(await runInside(this.sandbox, { ...checkOut, env }));
    return (await this.#git(['rev-parse', 'HEAD'], this.folder)).stdout.trim();
  }

  /** What is fetched, if the repository says that it has it. */
  async #wanted(): Promise<Wanted> {
    const { repo } = this.revision;
    const candidates = candidatesOf(this.revision);
    const args = ['ls-remote', repo, 'HEAD', ...candidates.map(({ ref }) => ref)];
    const looked = await runInside(this.sandbox, this.#command(args, LOOK_SECONDS));
    if (looked.code !== 0) throw this.#unavailable(looked);
    const refs = new Set(looked.stdout.split('\n').map((line) => line.split('\t')[1] ?? ''));
    const found = candidates.find(({ ref }) => refs.has(ref) || HASH.test(ref));
    if (found !== undefined) return found;
    const what = candidates.map((each) => each.what).join(' or ');
    throw refs.has('HEAD') ? revisionMissing({ repo, what }) : repositoryEmpty({ repo });
  }

  /** Answers what to check out. */
  async #fetch({ ref, what }: Wanted): Promise<string> {
    // a file that does not fit is not sent, by servers that can do so
    const filter = `--filter=blob:limit=${this.limits.diskBytes}`;
    const shallow = await this.#run([
      ...['fetch', '--quiet', '--no-tags', '--depth=1', filter, 'origin', ref],
    ]);
    if (shallow.code === 0) return 'FETCH_HEAD';
    if (ref.startsWith('refs/')) await this.#complete(shallow);
    // not every server gives out a commit by its id
    const { repo, baseBranch } = this.revision;
    const branch = baseBranch === null ? 'HEAD' : `refs/heads/${baseBranch}`;
    const whole = await this.#run(['fetch', '--quiet', '--no-tags', 'origin', branch]);
    const isMissing = whole.code !== 0 && whole.stderr.includes("couldn't find remote ref");
    if (!isMissing) await this.#complete(whole);
    const found = await this.#run(['cat-file', '-e', `${ref}^{commit}`]);
    if (found.code !== 0) throw revisionMissing({ repo, what });
    return ref;
  }

  #run(args: readonly string[]): Promise<Ended> {
    return runInside(this.sandbox, this.#command(args, FETCH_SECONDS, this.folder));
  }

  async #git(args: readonly string[], cwd?: string): Promise<Ended> {
    const ended = await runInside(this.sandbox, this.#command(args, LOOK_SECONDS, cwd));
    await this.#complete(ended);
    return ended;
  }

  #complete(ended: Ended): Promise<void> {
    if (ended.code === 0) return Promise.resolve();
    const full = ended.limit !== undefined || TOO_LARGE.test(ended.stderr);
    const megabytes = Math.round(this.limits.diskBytes / MB);
    const { repo } = this.revision;
    return Promise.reject(
      full ? repositoryTooLarge({ repo, megabytes }) : this.#unavailable(ended),
    );
  }

  #unavailable({ stderr, limit }: Ended): Error {
    const { repo } = this.revision;
    if (limit === 'time' || SLOW.test(stderr))
      return repositoryUnavailable({ repo, said: 'its server does not answer.' });
    if (PRIVATE.test(stderr)) return repositoryUnavailable({ repo, said: NO_ACCESS });
    // a server may repeat what it was sent
    const said = printableWithin(this.#mask.text(lastLine(stderr)), 500);
    return repositoryUnavailable({ repo, said });
  }

  #command(args: readonly string[], seconds: number, cwd?: string) {
    return {
      program: 'git',
      args,
      seconds,
      env: this.#env,
      ...(cwd !== undefined && { cwd }),
    };
  }
}

function candidatesOf({ baseBranch, snapshot }: Revision): readonly Wanted[] {
  if (snapshot === null)
    return [{ ref: `refs/heads/${baseBranch ?? ''}`, what: `branch "${baseBranch ?? ''}"` }];
  const tag = { ref: `refs/tags/${snapshot}`, what: `tag "${snapshot}"` };
  const commit = { ref: snapshot, what: `commit ${snapshot}` };
  if (baseBranch !== null) return COMMIT.test(snapshot) ? [tag, commit] : [tag];
  const branch = { ref: `refs/heads/${snapshot}`, what: `branch "${snapshot}"` };
  return HASH.test(snapshot) ? [tag, branch, commit] : [tag, branch];
}

const GIT_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'https:http',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_HTTP_LOW_SPEED_LIMIT: '1',
  GIT_HTTP_LOW_SPEED_TIME: '15',
} as const;

/** The token in git's environment: arguments can be seen by everything in the sandbox. */
function credentials(repo: string, token: string | undefined): Record<string, string> {
  if (token === undefined || token === '') return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(repo).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}
