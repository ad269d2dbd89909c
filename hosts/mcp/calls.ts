import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { internalError } from 'svc-registry/kernel';

type Fail = (error: Error) => void;

/** The calls that are under way. What one of them throws outside of its own promise, as in a timer, is the failure of that call alone. */
export class Calls {
  readonly #current = new AsyncLocalStorage<Fail>();
  readonly #running = new Set<Fail>();
  #atRest: (() => void) | undefined;

  /** Does the work of one call; it fails too when something that the work has begun crashes. */
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

  /** From now on a crash is reported on stderr and does not end the process. */
  surviveCrashes(): void {
    const crashed = (error: unknown): void => {
      process.stderr.write(`A tool crashed: ${inspect(error)}\n`);
      this.#current.getStore()?.(internalError(undefined, { cause: error }));
    };
    process.on('uncaughtException', crashed).on('unhandledRejection', crashed);
  }

  /** Waits until no call is under way, at most so many milliseconds. */
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
