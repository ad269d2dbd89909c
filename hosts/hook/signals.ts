import { constants } from 'node:os';

const names = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Aborts when the agent stops waiting, so that hooks which are still running are ended. */
export function listenForSignals(): {
  readonly signal: AbortSignal;
  readonly exitCode: () => number | undefined;
} {
  const controller = new AbortController();
  let code: number | undefined;
  for (const name of names) {
    process.on(name, () => {
      code = 128 + constants.signals[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}
