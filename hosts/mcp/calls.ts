import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { internalError } from 'svc-registry/kernel';

type Fail = (error: unknown) => void;

/** The calls that are under way. What one of them throws outside of its own promise, as in a timer, is the failure of that call alone. */
export class Calls {
  readonly #current = new AsyncLocalStorage<Fail>();
  readonly #running = new Set<Promise<unknown>>();

  /** Does the work of one call; it fails too when something that the work has begun crashes. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const ran = new Promise<T>((done, failed) => {
      this.#current.run(failed, () => void work().then(done, failed));
    });
    this.#running.add(ran);
    const over = (): void => {
      this.#running.delete(ran);
    };
    void ran.then(over, over);
    return ran;
  }

  /** From now on a crash is told on stderr and does not end the process. */
  surviveCrashes(): void {
    const crashed = (error: unknown): void => {
      process.stderr.write(`A tool crashed: ${inspect(error)}\n`);
      this.#current.getStore()?.(internalError(undefined, { cause: error }));
    };
    process.on('uncaughtException', crashed).on('unhandledRejection', crashed);
  }

  /** Waits until no call is under way, at most so many milliseconds. */
  async settled(patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((done) => (timer = setTimeout(done, patience)));
    await Promise.race([Promise.allSettled(this.#running), late]);
    clearTimeout(timer);
  }
}
