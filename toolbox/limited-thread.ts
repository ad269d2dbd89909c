import { TaskTooLarge, WorkerThread, type TaskLimits } from './worker-thread.js';

/** Node starts no thread from TypeScript. */
const isSource = import.meta.url.endsWith('.ts');

export interface LimitedTask<Task, Answer> {
  /** The thread's file, which answers each message with one. */
  readonly file: URL;
  readonly limits: TaskLimits;
  /** What the thread does; used in its place when the program runs from its sources. */
  readonly direct: () => Promise<(task: Task) => Answer | undefined>;
}

/** Tasks in a thread of their own, each of which may be given up. */
export class LimitedThread<Task, Answer> {
  readonly #thread: WorkerThread<Task, Answer | undefined>;
  readonly #direct: LimitedTask<Task, Answer>['direct'];
  readonly #ending = new AbortController();

  constructor({ file, limits, direct }: LimitedTask<Task, Answer>) {
    this.#thread = new WorkerThread(file, limits);
    this.#direct = direct;
  }

  /** Starts the thread before its first task. */
  start(): void {
    if (!isSource) this.#thread.start();
  }

  /** `undefined` where the task itself gives up, or needs more than it may. */
  async do(task: Task): Promise<Answer | undefined> {
    if (isSource) return (await this.#direct())(task);
    try {
      return await this.#thread.do(task, this.#ending.signal);
    } catch (error) {
      if (!(error instanceof TaskTooLarge)) throw error;
      return undefined;
    }
  }

  /** Tasks that wait are not begun any more. */
  end(): Promise<void> {
    this.#ending.abort();
    return this.#thread.end();
  }
}
