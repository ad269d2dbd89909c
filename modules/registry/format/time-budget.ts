import vm from 'node:vm';

/** Runs synchronous work for at most so long; `undefined` when it did not come to an end. Interrupts regular expressions too. */
export function withinTime<T>(milliseconds: number, work: () => T): { readonly value: T } | undefined {
  const done: { value?: T } = {};
  const run = (): void => {
    done.value = work();
  };
  try {
    vm.runInNewContext('run()', { run }, { timeout: milliseconds });
    return { value: done.value as T };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
