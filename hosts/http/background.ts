import { setMaxListeners } from 'node:events';
import {
  buildExtension,
  backgroundPoint,
  type BackgroundWork,
  type Log,
} from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';
import { contained } from './contained.js';

/** The modules' background work in this process. */
export class Background {
  private readonly controller = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly kernel: Kernel,
    private readonly log: Log,
  ) {
    // each piece of work waits for it several times at once
    setMaxListeners(0, this.controller.signal);
  }

  /** Resolves after `stop`; fails as soon as one piece of a built-in module's work does. */
  async run({ dedicated }: { readonly dedicated: boolean }): Promise<void> {
    const { signal } = this.controller;
    const containment = { kernel: this.kernel, log: this.log };
    const works: Promise<unknown>[] = [];
    for (const extension of this.kernel.extensions.of(backgroundPoint)) {
      const built = await contained(containment, extension, () =>
        buildExtension<BackgroundWork>(extension),
      );
      if (signal.aborted) return;
      const work = async () => {
        await built?.run({ signal, dedicated });
        if (!signal.aborted)
          this.log.debug({ module: extension.module }, 'background work has ended');
      };
      works.push(contained(containment, extension, work));
      this.running = Promise.allSettled(works);
    }
    await Promise.all(works);
  }

  /** Aborts the work and waits until it has finished or handed back its tasks. */
  async stop(): Promise<void> {
    this.controller.abort();
    await this.running;
  }
}
