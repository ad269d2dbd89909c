import { MessageChannel } from 'node:worker_threads';
import { SvcError } from 'svc-registry/kernel';
import { unpackingBusy } from '../../contract/errors.js';
import type { ArchiveContents } from '../../contract/contents.js';
import { archiveTooLarge } from '../../contract/plugin-errors.js';
import { statedSize } from '../../format/archive/gzip.js';
import { MemoryBudget } from './memory-budget.js';
import { buffersOf, unpack, type UnpackAnswer, type Unpacked, type UnpackTask } from './unpack.js';
import { TaskTooLarge, WorkerThread } from '../../../../toolbox/worker-thread.js';

const MB = 1024 * 1024;
/** The largest archive, its copy in the thread, and its unpacked content. */
const AT_ONCE = 192 * MB;
const LIMITS = { milliseconds: 30_000, megabytes: 128 };
/** Milliseconds that a publish waits for memory. Clients wait longer, so they learn that they have to try again. */
const LONGEST_WAIT = 30_000;
const RETRY_AFTER = 10;

const THREAD = new URL('unpack-thread.js', import.meta.url);
/** Node starts no thread from TypeScript. */
const isSource = import.meta.url.endsWith('.ts');

/** Unpacks and checks archives in a thread with limits of its own, and keeps what is unpacked at the same time within a budget of bytes. */
export class Unpacker {
  private readonly budget = new MemoryBudget(AT_ONCE);
  private readonly thread = new WorkerThread<UnpackTask, UnpackAnswer>(THREAD, LIMITS);

  /**
   * Calls `use` with the plugin of an archive. When that has ended, the contents of the plugin's files are no longer there. Throws an `archive_…` error or
   * `plugin_invalid`, and the signal's reason when it is aborted before there was room.
   */
  during<T>(
    archive: Uint8Array,
    { signal }: { readonly signal: AbortSignal },
    use: (opened: Unpacked['plugin']) => Promise<T>,
  ): Promise<T> {
    return this.unpacked({ archive, as: 'plugin' }, signal, use);
  }

  /** The same of an archive that may hold no valid plugin. */
  inspect<T>(
    archive: Uint8Array,
    signal: AbortSignal,
    use: (contents: ArchiveContents) => Promise<T>,
  ): Promise<T> {
    return this.unpacked({ archive, as: 'anything' }, signal, use);
  }

  /** The same for a publish, whose client waits for the answer: throws `unpacking_busy` when there is no room in time. */
  async soon<T>(
    archive: Uint8Array,
    signal: AbortSignal,
    use: (opened: Unpacked['plugin']) => Promise<T>,
  ): Promise<T> {
    const waiting = new AbortController();
    const timer = setTimeout(() => {
      waiting.abort(unpackingBusy(undefined, { details: { retryAfterSeconds: RETRY_AFTER } }));
    }, LONGEST_WAIT);
    try {
      return await this.unpacked(
        { archive, as: 'publication' },
        AbortSignal.any([signal, waiting.signal]),
        (opened) => {
          clearTimeout(timer);
          return use(opened);
        },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  dispose(): Promise<void> {
    return this.thread.end();
  }

  private unpacked<K extends keyof Unpacked, T>(
    task: UnpackTask<K>,
    signal: AbortSignal,
    use: (opened: Unpacked[K]) => Promise<T>,
  ): Promise<T> {
    const bytes = 2 * task.archive.byteLength + statedSize(task.archive);
    return this.budget.during(bytes, signal, async () => {
      const opened = await this.open(task, signal);
      return use(opened).finally(() => {
        release(opened);
      });
    });
  }

  private async open<K extends keyof Unpacked>(
    task: UnpackTask<K>,
    signal: AbortSignal,
  ): Promise<Unpacked[K]> {
    const answer = await (isSource ? unpack(task) : this.inThread(task, signal));
    if ('error' in answer) throw new SvcError(answer.error);
    return answer.opened;
  }

  private async inThread<K extends keyof Unpacked>(
    task: UnpackTask<K>,
    signal: AbortSignal,
  ): Promise<UnpackAnswer<K>> {
    try {
      // the thread answers what the task asks for
      return (await this.thread.do(task, signal)) as UnpackAnswer<K>;
    } catch (error) {
      if (!(error instanceof TaskTooLarge)) throw error;
      const most =
        error.what === 'time'
          ? `${LIMITS.milliseconds / 1000} seconds`
          : `${LIMITS.megabytes} MB of memory`;
      throw archiveTooLarge(
        { what: `The archive takes more than ${most} to unpack and check.` },
        { cause: error },
      );
    }
  }
}

/** Frees the memory now, because garbage collection may come only after several more archives. */
function release(opened: Unpacked[keyof Unpacked]): void {
  const { port1, port2 } = new MessageChannel();
  // messages in transit to a closed port are freed
  port2.close();
  port1.postMessage(undefined, buffersOf(opened));
  port1.close();
}
