import type { Log } from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';

/** A contribution, as the log names it. */
interface Contributed {
  readonly module: string;
  readonly id: string;
}

export interface Containment {
  readonly kernel: Kernel;
  readonly log: Log;
}

/** Does something with a contribution. What one of a module from outside does wrong goes to the log, and costs nobody else anything. */
export async function contained<T>(
  { kernel, log }: Containment,
  { module, id }: Contributed,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const outside = kernel
      .modules()
      .some((row) => row.id === module && row.origin !== 'built-in' && row.state === 'active');
    if (!outside) throw error;
    log.error(
      { err: error, module, contribution: id },
      'contribution of a module from outside failed',
    );
    return undefined;
  }
}
