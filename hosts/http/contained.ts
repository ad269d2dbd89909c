import type { Log } from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';

/** The names of a contribution in the log. */
interface Contributed {
  readonly module: string;
  readonly id: string;
}

export interface Containment {
  readonly kernel: Kernel;
  readonly log: Log;
}

/** Runs `work` for a contribution. An error of a module from outside is logged and affects nothing else. */
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
