import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { internalError } from 'svc-registry/kernel';

type Fail = (error: Error) => void;

/** The running calls. An error that a call throws outside of its own promise, such as in a timer, fails that call alone. */
export class Calls {
  readonly #current = new AsyncLocalStorage<Fail>();
  readonly #running = new Set<Fail>();
  #atRest: (() => void) | undefined;

  /** Runs one call; it also fails when something that it started asynchronously crashes. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((done, failed) => {
      const fail: Fail = (error) => {
        this.#over(fail);
        failed(error);
      };
      this.#running.add(fail);
      void this.#current.run(fail, work).then((result) => {
        this.#over(fail);
        done(result);
      }, fail);
    });
  }

  /** Reports uncaught errors on stderr from now on, instead of ending the process. */
  surviveCrashes(): void {
    const crashed = (error: unknown): void => {
      process.stderr.write(`A tool crashed: ${inspect(error)}\n`);
      this.#current.getStore()?.(internalError(undefined, { cause: error }));
    };
    process.on('uncaughtException', crashed).on('unhandledRejection', crashed);
  }

  /** Waits until no call is running, for at most `timeLimit` milliseconds. */
  async settled(timeLimit: number): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, timeLimit);
      this.#atRest = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  #over(call: Fail): void {
    this.#running.delete(call);
    if (this.#running.size === 0) this.#atRest?.();
  }
}
