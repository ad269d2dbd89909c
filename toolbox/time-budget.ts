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
