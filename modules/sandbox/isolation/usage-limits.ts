import type { SandboxLimits } from '../contract/index.js';
import { processTree, sharedOnce } from './process-tree.js';

/** Milliseconds between two looks. */
const INTERVAL = 200;

/** The limit that the processes below `root` exceed. `base` is the number of threads that are not the commands'. */
export function exceeded(
  root: number,
  limits: SandboxLimits,
  base: number,
): 'memory' | 'processes' | undefined {
  const { pids, threads, memoryBytes } = processTree(root);
  if (threads - base > limits.processes) return 'processes';
  if (memoryBytes <= limits.memoryBytes) return undefined;
  // a process that has just forked counts twice until its child starts another program
  const exact = sharedOnce(pids);
  return exact === 0 || exact > limits.memoryBytes ? 'memory' : undefined;
}

/** Looks at what runs below `root` again and again. Answers what ends it. */
export function watchUsage(
  root: number,
  limits: SandboxLimits,
  onExceeded: (limit: 'memory' | 'processes') => void,
): () => void {
  // where there is no /proc nothing can be measured
  const { threads: base } = processTree(root);
  if (base === 0) return () => undefined;
  const timer = setInterval(() => {
    const limit = exceeded(root, limits, base);
    if (limit !== undefined) onExceeded(limit);
  }, INTERVAL);
  return () => {
    clearInterval(timer);
  };
}
