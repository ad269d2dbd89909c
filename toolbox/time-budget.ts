import vm from 'node:vm';

interface Sandbox {
  run: (() => void) | undefined;
}

const sandbox: Sandbox = { run: undefined };
let prepared: { readonly script: vm.Script; readonly context: vm.Context } | undefined;

/** Reused, because creating a context takes longer than most work that runs in it. Only the call itself ever runs there. */
function prepare(): NonNullable<typeof prepared> {
  prepared ??= { script: new vm.Script('run()'), context: vm.createContext(sandbox) };
  return prepared;
}

/** Runs synchronous work for a limited time; `undefined` when it did not finish. Regular expressions are interrupted as well. */
export function withinTime<T>(
  milliseconds: number,
  work: () => T,
): { readonly value: T } | undefined {
  const done: { value?: T } = {};
  const { script, context } = prepare();
  sandbox.run = () => {
    done.value = work();
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
    return { value: done.value as T };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    sandbox.run = undefined;
  }
}

/** The last try takes sixteen times as long: so little of a processor a program gets on a very busy machine. */
const TRIES = 5;

/**
 * The same for work that can be done again: time in which other programs had the processor does not count. On a busy machine the work is tried
 * again with more time, until this process has computed for half of it.
 */
export function withinProcessorTime<T>(
  milliseconds: number,
  work: () => T,
): { readonly value: T } | undefined {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = process.cpuUsage();
    const done = withinTime(milliseconds * 2 ** attempt, work);
    const { user, system } = process.cpuUsage(before);
    if (done !== undefined || (user + system) / 1000 > milliseconds / 2) return done;
  }
  return undefined;
}
