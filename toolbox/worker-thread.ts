import { Worker } from 'node:worker_threads';
import { Semaphore } from './semaphore.js';

/** What one task may cost. */
export interface TaskLimits {
  readonly milliseconds: number;
  /** Of objects; the bytes of buffers do not count. */
  readonly megabytes: number;
}

/** A task took more than it may. The thread that did it is gone. */
export class TaskTooLarge extends Error {
  constructor(readonly what: 'time' | 'memory') {
    super(`the task needed too much ${what}`);
  }
}

/**
 * Does one task after the other in a thread of its own, which answers each message with one. The thread is started for the first task, and again
 * after a task that it did not survive; it keeps no process from ending.
 */
export class WorkerThread<Task, Answer> {
  private worker: Worker | undefined;
  private readonly turns = new Semaphore(1);

  constructor(
    private readonly file: URL,
    private readonly limits: TaskLimits,
  ) {}

  /** Throws `TaskTooLarge`, or what the thread threw. A task whose signal is aborted before its turn is not begun. */
  async do(task: Task, signal: AbortSignal): Promise<Answer> {
    return this.turns.run(async () => {
      signal.throwIfAborted();
      return this.answerTo(task);
    });
  }

  /** Starts the thread before its first task, for which it then needs less time. */
  start(): void {
    const worker = this.started();
    worker.unref();
    // the first task then starts another one, and throws what it throws
    worker
      .on('error', () => undefined)
      .once('exit', () => {
        if (this.worker === worker) this.worker = undefined;
      });
  }

  async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async answerTo(task: Task): Promise<Answer> {
    const worker = this.started();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((done, failed) => {
        worker
          .once('message', done)
          .once('error', failed)
          .once('exit', (code) => {
            failed(new Error(`the thread ended with ${code} within a task`));
          });
        timer = setTimeout(() => {
          failed(new TaskTooLarge('time'));
        }, this.limits.milliseconds);
        worker.postMessage(task);
      });
    } catch (error) {
      await this.end();
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new TaskTooLarge('memory')
        : error;
    } finally {
      clearTimeout(timer);
      worker.unref();
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      // a thread may still fail while it is being stopped
      worker.on('error', () => undefined);
    }
  }

  private started(): Worker {
    if (this.worker === undefined) {
      const resourceLimits = { maxOldGenerationSizeMb: this.limits.megabytes };
      // the thread needs none of the process's environment or flags
      this.worker = new Worker(this.file, { resourceLimits, env: {}, execArgv: [] });
    }
    this.worker.ref();
    return this.worker;
  }
}
