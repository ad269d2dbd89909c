import { ExitCode, isSvcError, type Context } from 'svc-registry/kernel';
import { runNotFollowed } from './errors.js';
import { isOver } from './run.machine.js';
import type { RunView } from './run-view.js';

/** The most seconds between two looks. An answer of the server must come within `SVC_HTTP_TIMEOUT`, which is 30. */
const LONGEST = 5;

/** Seconds without an answer after which following ends. */
const SILENCE = 60;

/** How a run is followed. `V` is the view that its owner answers. */
export interface Following<V> {
  /**
   * Reads the run by an operation with GET. `wait` is for `Jobs.look`: the answer may wait for the end of the run, that many whole seconds.
   */
  readonly look: (wait: number) => Promise<V>;
  readonly runOf: (view: V) => Pick<RunView, 'state' | 'progress'>;
  /** The command that follows the run again, such as `svc deploys watch 7`. */
  readonly resume: string;
  /** The command that ends the run, if there is one. */
  readonly cancel?: string;
  /** Seconds after which nobody waits any longer; default none. */
  readonly limit?: number | undefined;
}

const seconds = (): number => performance.now() / 1000;

/** Seconds before an error may have passed; `undefined` for one that stays. */
function retryAfter(error: unknown): number | undefined {
  if (!isSvcError(error) || error.exit !== ExitCode.unavailable) return undefined;
  const seconds = error.details['retryAfterSeconds'];
  return typeof seconds === 'number' ? seconds : 1;
}

class Follower<V> {
  readonly #end: number;
  #heard = seconds();

  constructor(
    private readonly following: Following<V>,
    private readonly context: Pick<Context, 'signal' | 'progress'>,
  ) {
    this.#end = this.#heard + (following.limit ?? Infinity);
  }

  async follow(): Promise<V> {
    let view = await this.#first();
    for (let wait = 1; !this.#isOver(view); wait = Math.min(wait + 1, LONGEST)) {
      const remaining = Math.round(this.#end - seconds());
      if (this.context.signal.aborted || remaining <= 0) {
        this.#leave(this.context.signal.aborted ? '' : 'The time to wait is over. ');
        return view;
      }
      view = await this.#next(view, Math.min(wait, remaining));
    }
    return view;
  }

  #isOver = (view: V): boolean => isOver(this.following.runOf(view).state);

  /** Nothing is asked again before there was an answer: a server that is not there is reported immediately. */
  async #first(): Promise<V> {
    try {
      return await this.#look(0);
    } catch (error) {
      if (this.context.signal.aborted) this.#leave('');
      else if (retryAfter(error) !== undefined) throw this.#lost(error);
      throw error;
    }
  }

  /** The view after another look, which takes `wait` seconds. Without an answer it is the present one, for a while. */
  async #next(view: V, wait: number): Promise<V> {
    const started = seconds();
    let [seen, least] = [view, wait];
    try {
      seen = await this.#look(wait);
    } catch (error) {
      if (this.context.signal.aborted) return view;
      const asked = retryAfter(error);
      if (asked === undefined) throw error;
      least = Math.max(wait, asked);
      if (started + least > this.#heard + SILENCE) throw this.#lost(error);
      this.context.progress.step((error as Error).message);
    }
    // a server that does not wait would be asked without a pause
    if (!this.#isOver(seen)) await this.#rest(Math.min(started + least, this.#end) - seconds());
    return seen;
  }

  async #look(wait: number): Promise<V> {
    const view = await this.following.look(wait);
    this.#heard = seconds();
    const { state, progress } = this.following.runOf(view);
    const { text, phase = 'Working', done = 0, total } = progress ?? { text: state };
    this.context.progress.step(text, total === undefined ? undefined : { phase, done, total });
    return view;
  }

  #lost(error: unknown): Error {
    const { resume } = this.following;
    return runNotFollowed({ why: (error as Error).message, resume }, { cause: error });
  }

  #leave(why: string): void {
    const { resume, cancel } = this.following;
    const end = cancel === undefined ? '' : ` \`${cancel}\` cancels it.`;
    this.context.progress.note(`${why}The run goes on. Follow it again with \`${resume}\`.${end}`);
  }

  #rest(time: number): Promise<void> {
    const { signal } = this.context;
    if (time <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        done();
      };
      const timer = setTimeout(end, time * 1000);
      signal.addEventListener('abort', end);
    });
  }
}

/**
 * Follows a run until it is over, shows its progress, and answers the last view. It stops following a run that goes on when the person presses
 * Ctrl+C, and after `limit` seconds; then it names the command that resumes, and the exit code is 130 or that of the answer. While the server
 * restarts, is busy or cannot be reached, it is asked again for a minute. Errors: those of `look`, `run_not_followed`.
 */
export function followRun<V>(
  following: Following<V>,
  context: Pick<Context, 'signal' | 'progress'>,
): Promise<V> {
  return new Follower(following, context).follow();
}
