import { watch } from 'node:fs/promises';

/** Milliseconds without changes; longer than an editor or a build pauses between related files. */
const QUIET = 200;
const IGNORED = /(?:^|[\\/])(?:\.git|node_modules|\.svc)(?:[\\/]|$)/;

/** Calls `changed` once changes below the folder have settled, never concurrently, until the signal is aborted. */
export async function followChanges(
  folder: string,
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal })) {
      if (filename !== null && IGNORED.test(filename)) continue;
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(changed);
      }, QUIET);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    await last;
  }
}
