import { watch } from 'node:fs/promises';

/** Longer than an editor or a build takes between the files that belong together, in milliseconds. */
const QUIET = 200;
const IGNORED = /(?:^|[\\/])(?:\.git|node_modules|\.svc)(?:[\\/]|$)/;

/** Calls `changed` after changes below the folder have come to rest, never twice at once, until the signal is given. */
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
